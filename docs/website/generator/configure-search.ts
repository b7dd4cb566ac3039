import { type Application, IndexEvent } from "typedoc";

/**
 * Boosts by group of the site. Guides come first, because readers want explanations before details. Re-exports are left out,
 * because the search finds the declaration.
 */
export const searchGroupBoosts = { Guides: 10, Operations: 6, "The project": 2, References: 0 };

/** Makes the search find the text of documents as well as names. */
export function configureSearch({ renderer }: Application): void {
  renderer.on(IndexEvent.PREPARE_INDEX, (event: IndexEvent) => {
    Object.assign(event.searchFieldWeights, { document: 4 });
  });
}
