// Loaded into every Node process of a test run: a run that is killed cannot end its processes, so they check whether it still exists.
const process = require("node:process"); // a test may replace the global
const run = Number(process.env.KNOWLEDGE_BASE_TEST_RUN);

if (run > 0 && run !== process.pid) {
  const check = () => {
    try {
      process.kill(run, 0);
    } catch (error) {
      if (error.code === "ESRCH") process.kill(process.pid, "SIGKILL");
    }
  };
  setInterval(check, 500).unref();
}
