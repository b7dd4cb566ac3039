document.title = "Inspector";
