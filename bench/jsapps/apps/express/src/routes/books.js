const { Router } = require("express");
const { HttpError } = require("../middleware/errors");
const { isISBN } = require("../isbn");

const genres = ["novel", "poetry", "science", "travel"];

function check(body) {
  const details = [];
  if (typeof body?.title !== "string" || body.title.trim() === "") details.push("title is needed");
  if (body?.isbn !== undefined && !isISBN(body.isbn)) details.push("isbn is none");
  if (body?.genre !== undefined && !genres.includes(body.genre)) details.push(`genre has to be one of ${genres.join(", ")}`);
  if (body?.copies !== undefined && !(Number.isInteger(body.copies) && body.copies > 0)) details.push("copies has to be a positive number");
  if (details.length > 0) throw new HttpError(400, "the book is not valid", details);
}

function books(library) {
  const router = Router();

  router.get("/", (req, res) => {
    const { genre, author, sort, limit = "20", offset = "0" } = req.query;
    if (!/^\d{1,4}$/.test(limit) || !/^\d{1,4}$/.test(offset)) throw new HttpError(400, "limit and offset have to be numbers");
    let list = library.books();
    if (genre) list = list.filter((book) => book.genre === genre);
    if (author) list = list.filter((book) => book.author.toLowerCase().includes(author.toLowerCase()));
    if (sort === "title") list.sort((a, b) => a.title.localeCompare(b.title));
    else if (sort === "-year") list.sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
    else if (sort) throw new HttpError(400, "sort has to be title or -year");
    res.set("X-Total-Count", String(list.length));
    res.json(list.slice(Number(offset), Number(offset) + Number(limit)));
  });

  router.post("/", (req, res) => {
    check(req.body);
    if (req.body.isbn && library.bookByISBN(req.body.isbn)) throw new HttpError(409, "the library has this isbn");
    const book = library.addBook(req.body);
    res.status(201).location(`/books/${book.id}`).json(book);
  });

  router.param("id", (req, res, next, id) => {
    req.book = library.book(Number(id));
    next(req.book ? undefined : new HttpError(404, "there is no such book"));
  });

  router.get("/:id", (req, res) => res.json(req.book));

  router.patch("/:id", (req, res) => {
    const changed = { ...req.book, ...req.body, id: req.book.id };
    check(changed);
    res.json(Object.assign(req.book, changed));
  });

  router.delete("/:id", async (req, res) => {
    if (await library.isLent(req.book.id)) throw new HttpError(409, "the book is lent");
    library.removeBook(req.book.id);
    res.status(204).end();
  });

  return router;
}

module.exports = { books };
