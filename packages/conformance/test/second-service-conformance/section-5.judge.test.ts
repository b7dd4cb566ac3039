import { describeSection } from "./describe-section.ts";

describeSection("5");
