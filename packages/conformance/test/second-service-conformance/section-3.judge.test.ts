import { describeSection } from "./describe-section.ts";

describeSection("3");
