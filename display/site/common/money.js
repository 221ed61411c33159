// Money as text. The controller writes dollars as "1250.00"; payloads for signs and acknowledgements carry whole cents.

const MICROS = 1_000_000; // in a dollar

/**
 * "1250.00" as "$1,250.00"; empty if there is no amount.
 *
 * @param {string | null | undefined} dollars
 */
export function money(dollars) {
  if (!dollars) return "";
  if (!/^-?\d/.test(dollars)) return dollars;
  const [whole, cents = "00"] = dollars.replace("-", "").split(".");
  return `${dollars.startsWith("-") ? "-" : ""}$${grouped(whole)}.${cents}`;
}

/** @param {number} cents */
export function centsAsMoney(cents) {
  return money(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
}

/**
 * Whole micro-dollars, with more than two decimals only if there is a fraction of a cent.
 *
 * @param {number} micros
 */
export function microsAsMoney(micros) {
  const rest = String(Math.abs(micros) % MICROS).padStart(6, "0");
  const decimals = rest.replace(/0+$/, "").padEnd(2, "0");
  return `${micros < 0 ? "-" : ""}$${grouped(String(Math.floor(Math.abs(micros) / MICROS)))}.${decimals}`;
}

/** @param {string[]} amounts */
export function total(amounts) {
  return centsAsMoney(amounts.reduce((sum, amount) => sum + Math.round(100 * Number(amount)), 0));
}

/**
 * Digits with thousands separators.
 *
 * @param {string} digits
 */
export function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
