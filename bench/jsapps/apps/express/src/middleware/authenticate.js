const { HttpError } = require("./errors");

// authenticate finds the member whose card is in the Authorization header.
function authenticate(library) {
  return (req, res, next) => {
    const [scheme, card] = (req.get("authorization") ?? "").split(" ");
    if (scheme !== "Card" || !card) return next(new HttpError(401, "a library card is needed"));
    const member = library.memberByCard(card);
    if (!member) return next(new HttpError(403, "nobody has this card"));
    req.member = member;
    next();
  };
}

module.exports = { authenticate };
