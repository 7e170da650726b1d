const http = require("http");
const { Worker } = require("worker_threads");
http
  .createServer((req, res) => {
    const worker = new Worker("./thread.js", { workerData: 41 });
    worker.on("message", (n) => res.end(worker.constructor.name + "," + n));
  })
  .listen(3000);
