/**
 * Components of the inspector that other pages of this project use, too.
 *
 * @module
 */
export { dataText } from "./components/data-text.ts";
export { exchangeHeading } from "./components/exchange-heading.ts";
export { jsonText } from "./components/json-text.ts";
export { messageView } from "./components/message-view.ts";
