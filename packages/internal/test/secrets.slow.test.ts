import { createRedactor } from "@knowledge-base/internal/secrets";
import { it } from "vitest";

it.each([
  { what: "its beginning", secret: `${"a".repeat(40)}b`, part: "a" },
  { what: "a part of its 8,000 characters", secret: "kb7f3a9c51x/".repeat(667), part: "kb7f3a9c51x/" },
  { what: "a part of its 100,000 characters", secret: "&$".repeat(50_000), part: "&$" },
])(
  "createRedactor returns soon for a text that repeats $what to slow it down",
  { timeout: 5000 },
  ({ secret, part }) => {
    const redact = createRedactor([secret]);
    for (let time = 0; time < 10; time += 1) redact(`${part.repeat(1_000_000 / part.length)}x`);
  },
);
