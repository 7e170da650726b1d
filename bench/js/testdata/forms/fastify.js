const app = require("fastify")();
app.register(require("@fastify/cookie"));
app.get("/cookie", (req, reply) => reply.code(req.cookies.flavour === "vanilla" ? 203 : 200).send());
app.register(require("@fastify/formbody"));
app.post("/body", (req, reply) => reply.code(req.body?.kind === "reptile" ? 206 : 200).send());
app.listen({ port: 3000 });
