/** Searches one account may save. One more is refused (`too-many-searches`). */
export const SAVED_SEARCHES_MOST = 50;
/** Banners of one account that wait to be closed; beyond that the oldest is dropped. */
export const ALERTS_MOST = 20;
/** Lots that one alert lists; further ones are only counted. */
export const ALERT_LOTS_MOST = 50;
/** Matches in one sale within this time of the first form one alert, reported by one e-mail. ms. */
export const ALERT_GATHER_MS = 2 * 60_000;
/** E-mails about saved searches within `ALERT_MAIL_DAY_MS`. Later alerts wait for the next e-mail. */
export const ALERT_MAILS_MOST = 5;
export const ALERT_MAIL_DAY_MS = 24 * 3_600_000;

/** How a person is notified of lots that match a search. Both false: not at all. */
export type AlertBy = { readonly banner: boolean; readonly email: boolean };

/** A search that a person saved. `name` and `criteria` are sealed. Times in ms. */
export type SavedSearch = {
  readonly id: string;
  readonly savedAt: number;
  /** Only lots catalogued after this time count as new: when it was saved, its criteria changed, or it was resumed. */
  readonly since: number;
  readonly name: string;
  readonly criteria: string;
  readonly alertBy: AlertBy;
  readonly isPaused: boolean;
};

/** Lots of one sale that match searches. Kept until its banner is closed and its e-mail is sent. */
export type SearchAlert = {
  readonly id: string;
  /** When its first lots matched. ms. */
  readonly at: number;
  readonly auction: string;
  /** In the order of matching; at most `ALERT_LOTS_MOST` of `count`. */
  readonly lots: readonly string[];
  readonly count: number;
  /** The searches that it matches, by their ids. */
  readonly searches: readonly string[];
  /** A banner shows it. */
  readonly isShown: boolean;
  /** An e-mail has to report it. */
  readonly isToBeMailed: boolean;
};

export type SavedSearches = {
  /** In the order in which they were saved. */
  readonly saved: readonly SavedSearch[];
  readonly alerts: readonly SearchAlert[];
  /** When the last alert was raised or closed; 0: never. ms. */
  readonly alertsAt: number;
  /** Times of the last e-mails, the newest last. ms. */
  readonly mailedAt: readonly number[];
};

export const NO_SAVED_SEARCHES: SavedSearches = { saved: [], alerts: [], alertsAt: 0, mailedAt: [] };

export type SavedSearchCommand =
  /** Saves a search, or changes the one of this id. */
  | ({ type: 'saveSearch'; search: string } & Omit<SavedSearch, 'id' | 'savedAt' | 'since'>)
  | { type: 'deleteSearch'; search: string }
  /** Lots of a sale match. `alert`: the id of a new alert, unless they join one that is still being gathered. */
  | {
      type: 'noteMatches';
      alert: string;
      auction: string;
      lots: readonly string[];
      searches: readonly string[];
      by: AlertBy;
    }
  | { type: 'closeAlerts'; alerts: readonly string[] }
  /** Sends one e-mail about all waiting alerts. Does nothing when none is due. */
  | { type: 'queueAlertMail' }
  | { type: 'stopAlertMails' };

/** Storage formats, among the account's own. */
export type SavedSearchEvent =
  | {
      type: 'SearchSaved';
      data: { at: number; search: string } & Omit<SavedSearch, 'id' | 'savedAt'>;
    }
  | { type: 'SavedSearchDeleted'; data: { at: number; search: string } }
  /** `count`: matching lots, of which `lots` lists the first. */
  | {
      type: 'LotsMatched';
      data: {
        at: number;
        alert: string;
        auction: string;
        lots: readonly string[];
        count: number;
        searches: readonly string[];
        by: AlertBy;
      };
    }
  | { type: 'AlertsClosed'; data: { at: number; alerts: readonly string[] } }
  /** One e-mail reports these. */
  | { type: 'AlertMailQueued'; data: { at: number; alerts: readonly SearchAlert[] } }
  | { type: 'AlertMailsStopped'; data: { at: number } };

type SavedSearchDecision =
  | { outcome: 'accepted'; events: readonly SavedSearchEvent[] }
  | { outcome: 'refused'; code: 'too-many-searches' };

const accepted = (...events: SavedSearchEvent[]): SavedSearchDecision => ({ outcome: 'accepted', events });

/** When the e-mail about the alerts that wait for one is due; null when none waits. ms. */
export function alertMailDueAt({ alerts, mailedAt }: SavedSearches): number | null {
  const first = alerts.find(({ isToBeMailed }) => isToBeMailed);
  if (first === undefined) return null;
  const oldest = mailedAt.length < ALERT_MAILS_MOST ? undefined : mailedAt[0];
  return Math.max(first.at + ALERT_GATHER_MS, oldest === undefined ? 0 : oldest + ALERT_MAIL_DAY_MS);
}

/** What a command does to the saved searches of an account that is neither suspended nor forgotten. */
export function decideSavedSearches(
  state: SavedSearches,
  at: number,
  body: SavedSearchCommand,
): SavedSearchDecision {
  switch (body.type) {
    case 'saveSearch': {
      const { type: _, search, ...saved } = body;
      const known = state.saved.find(({ id }) => id === search);
      if (known === undefined && state.saved.length >= SAVED_SEARCHES_MOST)
        return { outcome: 'refused', code: 'too-many-searches' };
      const isNews =
        known === undefined || known.criteria !== saved.criteria || isAwake(saved) > isAwake(known);
      const since = isNews ? at : known.since;
      return accepted({ type: 'SearchSaved', data: { at, search, ...saved, since } });
    }
    case 'deleteSearch':
      if (!state.saved.some(({ id }) => id === body.search)) return accepted();
      return accepted({ type: 'SavedSearchDeleted', data: { at, search: body.search } });
    case 'noteMatches': {
      const { alert, auction, searches, by } = body;
      const gathering = state.alerts.findLast((one) => one.auction === auction);
      const goesOn = gathering !== undefined && at < gathering.at + ALERT_GATHER_MS;
      const lots = goesOn ? body.lots.filter((lot) => !gathering.lots.includes(lot)) : body.lots;
      if (lots.length === 0) return accepted();
      const data = { at, alert: goesOn ? gathering.id : alert, auction, searches, by };
      return accepted({
        type: 'LotsMatched',
        data: { ...data, lots: lots.slice(0, ALERT_LOTS_MOST), count: lots.length },
      });
    }
    case 'closeAlerts': {
      const alerts = state.alerts
        .filter(({ id, isShown }) => isShown && body.alerts.includes(id))
        .map(({ id }) => id);
      return alerts.length === 0 ? accepted() : accepted({ type: 'AlertsClosed', data: { at, alerts } });
    }
    case 'queueAlertMail': {
      const dueAt = alertMailDueAt(state);
      if (dueAt === null || dueAt > at) return accepted();
      const alerts = state.alerts.filter(({ isToBeMailed }) => isToBeMailed);
      return accepted({ type: 'AlertMailQueued', data: { at, alerts } });
    }
    case 'stopAlertMails':
      if (!state.saved.some(({ alertBy }) => alertBy.email)) return accepted();
      return accepted({ type: 'AlertMailsStopped', data: { at } });
  }
}

/** 1: it alerts. */
const isAwake = ({ isPaused, alertBy }: Pick<SavedSearch, 'isPaused' | 'alertBy'>): number =>
  Number(!isPaused && (alertBy.banner || alertBy.email));

/** The searches that lots are matched with. */
export const activeSearches = ({ saved }: SavedSearches): readonly SavedSearch[] =>
  saved.filter((search) => isAwake(search) === 1);

/** Drops alerts that neither a banner nor an e-mail needs any more. */
const needed = (alerts: readonly SearchAlert[]): readonly SearchAlert[] =>
  alerts.filter(({ isShown, isToBeMailed }) => isShown || isToBeMailed);

/** The saved searches after an event of the account. Pure; the argument is never changed. */
export function evolveSavedSearches(state: SavedSearches, { type, data }: SavedSearchEvent): SavedSearches {
  switch (type) {
    case 'SearchSaved': {
      const { at, search: id, ...search } = data;
      const known = state.saved.find((one) => one.id === id);
      if (known === undefined) return { ...state, saved: [...state.saved, { id, savedAt: at, ...search }] };
      return { ...state, saved: state.saved.map((one) => (one === known ? { ...known, ...search } : one)) };
    }
    case 'SavedSearchDeleted':
      return { ...state, saved: state.saved.filter(({ id }) => id !== data.search) };
    case 'LotsMatched':
      return { ...state, alerts: withMatches(state.alerts, data).slice(-ALERTS_MOST), alertsAt: data.at };
    case 'AlertsClosed': {
      const alerts = state.alerts.map((one) =>
        data.alerts.includes(one.id) ? { ...one, isShown: false } : one,
      );
      return { ...state, alerts: needed(alerts), alertsAt: data.at };
    }
    case 'AlertMailQueued': {
      const mailed = new Set(data.alerts.map(({ id }) => id));
      const alerts = state.alerts.map((one) => (mailed.has(one.id) ? { ...one, isToBeMailed: false } : one));
      const mailedAt = [...state.mailedAt, data.at].slice(-ALERT_MAILS_MOST);
      return { ...state, alerts: needed(alerts), mailedAt };
    }
    case 'AlertMailsStopped': {
      const saved = state.saved.map((one) => ({ ...one, alertBy: { ...one.alertBy, email: false } }));
      const alerts = state.alerts.map((one) => ({ ...one, isToBeMailed: false }));
      return { ...state, saved, alerts: needed(alerts) };
    }
  }
}

function withMatches(
  alerts: readonly SearchAlert[],
  {
    at,
    alert: id,
    auction,
    lots,
    count,
    searches,
    by,
  }: Extract<SavedSearchEvent, { type: 'LotsMatched' }>['data'],
): readonly SearchAlert[] {
  const known = alerts.find((one) => one.id === id);
  const isMailed = { isShown: by.banner, isToBeMailed: by.email };
  if (known === undefined) return [...alerts, { id, at, auction, lots, count, searches, ...isMailed }];
  const more: SearchAlert = {
    ...known,
    lots: [...known.lots, ...lots].slice(0, ALERT_LOTS_MOST),
    count: known.count + count,
    searches: [...new Set([...known.searches, ...searches])],
    isShown: known.isShown || by.banner,
    isToBeMailed: known.isToBeMailed || by.email,
  };
  return alerts.map((one) => (one === known ? more : one));
}
