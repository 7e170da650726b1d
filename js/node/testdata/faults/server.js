const http = require("http");
let count = 0;

function crash() {
  throw new TypeError("it crashed");
}

http.createServer((req, res) => {
  switch (req.url) {
    case "/crash": return crash();
    case "/reject": Promise.reject(new Error("nobody caught it")); return;
    case "/exit": process.exit(3);
    case "/after": res.end("fine"); setImmediate(crash); return; case "/later": res.end("fine"); setTimeout(crash, 60); return; case "/late": res.end("fine"); setTimeout(crash, 600); return; case "/rest": res.end("fine"); new Promise((done) => setTimeout(done, 600)).then(crash); return;
    case "/loop": for (;;) {}
    case "/spin": return spin();
    case "/silent": count += 0; return;
    case "/env": return res.end([process.env.EVOKE_DRIVER, process.env.EVOKE_NODE, process.env.NODE_OPTIONS, Object.keys(globalThis).includes("__evo" + "ke__")].join());
  }
  res.end(String(++count));
}).listen({ port: 3000, host: "127.0.0.1" });

function spin() {
  for (let n = 0; n >= 0; n++) {
    n = hidden(n);
  }
}

function hidden(n) {
  return n % 2;
}
