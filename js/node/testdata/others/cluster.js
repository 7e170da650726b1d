const cluster = require("cluster");
if (cluster.isPrimary) cluster.fork();
else require("http").createServer((req, res) => res.end("worker")).listen(0);
