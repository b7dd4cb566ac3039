import { type Application, IndexEvent } from "typedoc";

/**
 * Who searches for a word wants to read about it first, and what a module merely hands on is found where it is declared.
 * By group of the site.
 */
export const searchGroupBoosts = { Guides: 10, Operations: 6, "The project": 2, References: 0 };

/** Has the search find what is said in documents as well as names. */
export function configureSearch({ renderer }: Application): void {
  renderer.on(IndexEvent.PREPARE_INDEX, (event: IndexEvent) => {
    Object.assign(event.searchFieldWeights, { document: 4 });
  });
}
