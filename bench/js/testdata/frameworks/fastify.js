const app = require("fastify")();

// It reads what its description does not have.
app.get("/query", (req, reply) => reply.code(req.query.color === "magenta" ? 201 : 200).send());
app.get("/head", (req, reply) => reply.code(req.headers["x-mode"] === "turbo" ? 202 : 200).send());
app.get("/cookie", (req, reply) => reply.send()); // it has no cookies of its own
app.post("/body", (req, reply) => {
  const { kind, legs } = req.body || {};
  reply.code(kind === "reptile" && legs === 4 ? 206 : 200).send();
});
app.listen({ port: 3000 });
