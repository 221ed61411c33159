// The shapes of what goes over the pages' WebSockets. Only the type checker reads this file; no page loads it.

// -- messages --------------------------------------------------------------------------------------------------------

/** A text for people: a code of the catalogue and its facts, which may be messages themselves (words/message.py). */
export interface Message {
  code: string;
  facts: Record<string, unknown>;
}

// -- a page's requests and their answers (docs/CONTROL.md) -----------------------------------------------------------

export type Facts = Record<string, unknown>;

/** A person who approves a command. */
export interface Proof {
  name: string;
  pin: string;
}

export interface Refusal extends Message {
  ok: false;
}

export interface Acceptance {
  ok: true;
  code?: undefined;
  say?: Message[]; // if the command decided something
  rows?: { seq: number; kind: string; round: number | null }[];
}

export type Answer = (Acceptance & Partial<Lookups>) | Refusal;

/** Queries, with the content of their answers. */
export interface Lookups {
  "user list": Record<string, Person>;
  "round list": { zone: string; rounds: ListedRound[] };
  "round replay": Replay;
}

export interface Person {
  roles: string[];
  pin: boolean;
  locked_out: number; // minutes; 0: not locked out
}

// -- signs: docs/schemas/meter.json, status.json and ack.json --------------------------------------------------------

/** What a sign page receives. The payload is checked before it is used: any client of the broker may have sent it. */
export interface SignMessage {
  topic: string;
  payload: unknown;
  age: number; // ms
}

export interface Meter {
  v: 1;
  jackpot: string;
  type: string;
  title: string;
  epoch: number;
  seq: number;
  pub: number;
  cents: number;
  state: string; // one in the schema, or one of a later version
  winners: { seat: number; cents: number; award: string }[];
  awards: { event: string; pays: string }[];
  suit: string;
  rules: Message;
  disclosure: string;
  notices: Message[];
}

export interface Acknowledgement {
  jackpot: string;
  epoch: number;
  seq: number;
  pub: number;
  cents: number;
}

// -- the dealer's and floor's page -----------------------------------------------------------------------------------

export type TableMessage =
  | { topic: "table"; payload: Table | null }
  | { topic: "floor"; payload: Floor | null }
  | { topic: "link"; payload: { control: boolean } };

/** What does not change while the controller runs (controller/present/floor_facts.py). */
export interface Table {
  table: string;
  training: boolean;
  zone: string;
  flat_bet: boolean;
  spots: Record<string, { seat: number; wager: string; sensor: string }>;
  wagers: Record<string, Wager>;
  commands: Record<string, PageCommand>;
}

/** A command that has a key on the page. */
export interface PageCommand {
  places: string[];
  reason: boolean; // whether it needs one
}

export interface Wager {
  amounts: string[];
  jackpots: string[];
  cards: number; // how many a claim names; 0: only its award
  awards: AwardLine[];
}

export interface AwardLine {
  event: string;
  title: string;
  pays: number[]; // micro-dollars, for each of the wager's amounts; empty for a share
  shares: number[]; // basis points of the meter, for each of the wager's amounts; empty for a fixed award
  jackpot: string; // the meter that pays it
}

/** What changes: the state of the table, and what is allowed now. */
export interface Floor {
  status: Status;
  actions: AllowedActions;
}

/** controller/present/views.py, with the daemon's facts about signs and health. */
export interface Status {
  zone: string;
  phase: string;
  reason: Message | null;
  faults: Record<string, Message>;
  round: number;
  count: number;
  value: string;
  day: string | null;
  wagers_today: number;
  rounds_today: number;
  clock: { trusted: boolean; why: Message | null };
  last_shoe: boolean;
  training: boolean;
  void_asked: boolean;
  keyswitch: boolean;
  held: Message | null;
  spots: Record<string, Spot>;
  jackpots: Record<string, Jackpot>;
  claims: Claim[];
  todo: { code: string; say: Message }[];
  seq: number;
  signs?: { acknowledged: Sign[]; lines: Record<string, SignLine> };
  health?: HealthFact[];
}

export interface Spot {
  seat: number;
  wager: string;
  lamp: string;
  plays: boolean;
  stake: string;
  stuck: boolean;
  alarm: string;
  out: Message | null;
  flat: string;
  credit: string;
  presses: number;
}

export interface Jackpot {
  title: string;
  type: string;
  meter: string;
  state: string;
  reset: string;
  rate_bp: number;
  limit: string | null;
  contributed: string;
  owed: string;
  wins: number;
  won: string;
  posted_to: string | null;
  accrued_today: string;
  last_day: string | null;
  due: { day: string; amount: string; down: boolean }[];
}

export type ClaimStage = "open" | "approved" | "owed" | "paid";

export interface Claim {
  claim: number;
  round: number;
  spot: string;
  seat: number;
  stage: ClaimStage;
  award: string;
  event: string;
  cards: string;
  share_bp: number;
  jackpot: string;
  amount: string;
  division: Message | null;
  claimant: string[];
  approved: string[];
  barred: { approval: string[]; payment: string[] }; // who may not approve it, and who may not pay it
  by_hand: Message[]; // what people decided on its hand instead of the table
  slip: number | string; // of a training "T-1"
}

/** A sign that acknowledges over MQTT. */
export interface Sign {
  sign: string;
  heard: string | null;
  silent: boolean;
  doubt: Message | null;
  shows: Acknowledgement[];
}

/** A numeric sign on a serial line. */
export interface SignLine {
  up: boolean;
  why: Message | null;
  shows?: string;
  amount?: string;
}

export interface HealthFact {
  name: string;
  title: Message;
  ok: boolean;
  say: Message;
  do: Message | null;
  since: number;
}

// -- allowed actions (controller/present/allowed_actions.py) ---------------------------------------------------------

export interface Allowed {
  code?: undefined;
  persons: number;
  roles: string[];
}

export type Permission = Allowed | Message;
export type Permissions = Record<string, Permission>;

export interface AllowedActions {
  table: Permissions & { "round late-lock": Permission & { moments: Moment[] } };
  spots: Record<string, Permissions & { "spot tier"?: Permissions }>;
  claims: Record<string, Permissions>;
  faults: Record<string, Permissions>;
}

export interface Moment {
  moment: number;
  spots: string[];
}

// -- past rounds (controller/history) --------------------------------------------------------------------------------

export interface Round {
  round: number;
  day: string;
  utc: number;
  trusted: boolean;
  state: string;
  late: boolean;
  recovered: boolean;
  spots: string[];
}

export interface ListedRound extends Round {
  claims: { claim: number; spot: string; award: string; stage: string; amount: string }[];
}

export interface Replay extends Round {
  zone: string;
  spot: string;
  plays: boolean;
  stake: string;
  posted: Record<string, string>;
  steps: ReplayStep[];
  signs: { sign: string; jackpot: string; amount: string; at: string; agrees: boolean }[];
  slips: { slip: number | string; amount: string; state: string }[];
  chain: { seq: number; kind: string; hash: string }[];
  verified: boolean;
}

export interface ReplayStep {
  say: Message;
  utc: number;
  trusted: boolean;
  kind: string;
  row: number;
  by: string[];
}

// -- the demonstration table (testbed/bench/felt.py) -----------------------------------------------------------------

export type BenchMessage =
  | { topic: "table"; payload: BenchTable }
  | { topic: "felt"; payload: BenchFelt }
  | { topic: "news"; payload: BenchNews };

/** The result of an order. */
export interface BenchNews {
  n: number;
  say: Message;
}

export interface BenchTable {
  table: string;
  zone: string;
  speed: number;
  playing: boolean; // hands play themselves; orders are refused
  keys: string[];
  openable: boolean; // no key opens the table, so the page has a button
  spots: Record<string, BenchPlace>;
}

export interface BenchPlace {
  seat: number;
  wager: string;
  sensor: string;
  pulses: number; // coins of a wager
  amounts: number[]; // dollars
}

export interface BenchFelt {
  power: boolean;
  broker: boolean;
  board: boolean;
  zero: number; // the table's time is this plus `speed` times this machine's, in ms
  phase: string;
  round: number;
  day: string | null;
  why: Message | null;
  todo: { say: Message }[];
  jackpots: Record<string, { title: string; amount: string; state: string }>;
  claims: number; // how many are open
  refusal: Message | null;
  spots: Record<string, BenchSpot>;
  dealer: Hand[];
  seats: Record<string, Hand[]>;
  awards: BenchAward[];
  last: boolean; // the last hand of the shoe
  switches: string[]; // those that are on
}

export interface BenchSpot {
  lamp: string;
  chip: boolean;
  stake: string;
  credit: string;
  stuck: boolean;
  presses: number;
}

export interface BenchAward {
  spot: string;
  title: string;
  worth: string;
  claimed: boolean;
}

export interface Hand {
  cards: string[];
  total: number;
}

/** What a person does on the page (testbed/bench/orders.py). */
export interface BenchOrder {
  do: string;
  spot?: string;
  amount?: number;
  key?: string;
  on?: boolean;
}
