const { parentPort, workerData } = require("worker_threads");
parentPort.postMessage(workerData > 40 ? workerData + 1 : 0);
