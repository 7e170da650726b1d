class HttpError extends Error {
  constructor(status, message, details) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

function notFound(req, res, next) {
  next(new HttpError(404, `${req.method} ${req.path} is not here`));
}

// Express knows an error handler by its four parameters.
// eslint-disable-next-line no-unused-vars
function handleErrors(error, req, res, next) {
  const status = error.status ?? 500;
  if (status >= 500) console.error(error.message);
  res.status(status).json({ error: status >= 500 ? "internal error" : error.message, details: error.details });
}

module.exports = { HttpError, notFound, handleErrors };
