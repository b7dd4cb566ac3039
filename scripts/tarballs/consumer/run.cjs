require("./consumer.cjs")
  .useEverything()
  .then(() => console.log("require works"));
