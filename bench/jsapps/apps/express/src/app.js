const express = require("express");
const { books } = require("./routes/books");
const { members } = require("./routes/members");
const { loans } = require("./routes/loans");
const { authenticate } = require("./middleware/authenticate");
const { handleErrors, notFound } = require("./middleware/errors");
const { Library } = require("./library");

function createApp(library = new Library()) {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json());
  app.get("/health", (req, res) => res.json({ status: "ok" }));
  app.use("/books", books(library));
  app.use("/members", members(library));
  app.use("/loans", authenticate(library), loans(library));
  app.use(notFound);
  app.use(handleErrors);
  return app;
}

module.exports = { createApp };
