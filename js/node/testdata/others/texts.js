const http = require("http");
const vm = require("vm");
const sum = new Function("a", "b", "return a === b || a + b");
const answer = () => [(0, eval)("1 < 2 && 3"), vm.runInNewContext("a > 5 && a", { a: 7 }), sum(5, 6), JSON.stringify(String(sum))].join();
http.createServer((req, res) => res.end(answer())).listen(3000);
