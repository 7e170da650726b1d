const zones = { DE: 0, AT: 1, NL: 1, FR: 1, GB: 2 };

// price is what a parcel costs, in euros.
exports.price = function price({ to, grams, insured = 0, express = false }) {
  const zone = zones[to.country] ?? 3;
  let cents = 499 + 250 * zone;
  if (grams > 31500) cents += 2000;
  else if (grams > 10000) cents += 800;
  else if (grams > 2000) cents += 300;
  if (express) cents = zone === 3 ? cents * 3 : cents * 2;
  cents += Math.ceil(insured / 500) * 100;
  return cents / 100;
};
