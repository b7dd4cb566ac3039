/**
 * Conclusion of a run, the first of these that applies:
 *
 * - `interrupted`: the run ended before its last case;
 * - `doesNotConform`: a case failed, and is no known deviation;
 * - `notCompleted`: a case was not completed, and is no known deviation;
 * - `nothingPassed`: no case passed;
 * - `requiredNotChecked`: the run is strict, and a required case was not checked;
 * - `unexpectedPass`: the run is strict, and a case with a known deviation passed;
 * - `conformsExceptKnown`: there are only known deviations;
 * - `conforms`: no case failed.
 */
export type Conclusion =
  | "interrupted"
  | "doesNotConform"
  | "notCompleted"
  | "nothingPassed"
  | "requiredNotChecked"
  | "unexpectedPass"
  | "conformsExceptKnown"
  | "conforms";
