// The names of a table's spots on its pages.

/**
 * A seat by its number; with the wager if a seat has several spots.
 *
 * @param {Record<string, { seat: number, wager: string }>} spots - of the table
 * @param {string} spot
 */
export function spotName(spots, spot) {
  if (!Object.hasOwn(spots, spot)) return spot;
  const { seat, wager } = spots[spot];
  const single = Object.values(spots).filter((other) => other.seat === seat).length === 1;
  return single ? String(seat) : `${seat} ${wager}`;
}
