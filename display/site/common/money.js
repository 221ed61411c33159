// Money as text. The controller writes dollars as "1250.00"; payloads for signs and acknowledgements carry whole cents.

/**
 * "1250.00" as "$1,250.00"; of no amount, nothing.
 *
 * @param {string | null | undefined} dollars
 */
export function money(dollars) {
  if (!dollars) return "";
  const [whole, cents = "00"] = dollars.split(".");
  return `$${grouped(whole)}.${cents}`;
}

/** @param {number} cents */
export function centsAsMoney(cents) {
  return money(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
}

/** @param {string[]} amounts */
export function total(amounts) {
  return centsAsMoney(amounts.reduce((sum, amount) => sum + Math.round(100 * Number(amount)), 0));
}

/**
 * Digits with their thousands separated.
 *
 * @param {string} digits
 */
export function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
