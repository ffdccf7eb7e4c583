import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import MiniSearch from 'minisearch';
import {
  LOT_TEXTS,
  type LotTextDocument,
  SEARCHED_SALES,
  type SearchedSaleDocument,
} from './lot-search.projection.ts';

/** Words of a search that are used. */
const KEYWORDS_MOST = 8;
/** A word is matched by its prefix from this many characters on … */
const PREFIX_FROM = 2;
/** … and by similar words from this many on, which may differ in this share of its characters. */
const FUZZY_FROM = 5;
const FUZZY = 0.2;
/** Lots in the in-memory indexes at most; the most recently searched sales stay. */
const LOTS_KEPT = 50_000;
/** Lots indexed before the event loop gets a turn. */
const CHUNK_LOTS = 20;
/** Sales searched at most: the soonest first, or the latest closed ones. */
const SALES_MOST = 100;
/** Phrases suggested for a search text. */
const SUGGESTIONS_MOST = 6;

/** The parts of a text in which a matching word counts more. */
const BOOST = { title: 3, breed: 2, place: 2 };

type LotText = Stored<LotTextDocument>;
type Kept = { texts: string; lots: number; index: Promise<MiniSearch<LotText>> };

/** A matching lot; the higher its score, the better it matches. */
type Hit = { lot: string; auction: string; score: number };

export type Found = {
  hits: readonly Hit[];
  /** Phrases of words that lots have, best match first. */
  suggestions: readonly string[];
  /** The matched words of each lot, by its id, in lower case. */
  keywordsOf: ReadonlyMap<string, readonly string[]>;
};

const termOf = (word: string): string => word.normalize('NFKC').toLowerCase();

/** The words of a search text, normalised as in the index. */
const termsOf = (text: string): string[] => [
  ...new Set(
    (MiniSearch.getDefault('tokenize') as (text: string) => string[])(text)
      .map(termOf)
      .filter((term) => term !== ''),
  ),
];

const newIndex = (): MiniSearch<LotText> =>
  new MiniSearch<LotText>({
    idField: '_id',
    fields: ['title', 'breed', 'stock', 'place', 'comment', 'accreditations'],
    processTerm: termOf,
    searchOptions: {
      combineWith: 'AND',
      boost: BOOST,
      prefix: (term: string) => term.length >= PREFIX_FROM,
      fuzzy: (term: string) => (term.length >= FUZZY_FROM ? FUZZY : false),
    },
  });

/**
 * Searches the texts of lots. Each sale has an in-memory index. It is built from the read model when the sale is
 * first searched, and rebuilt when the read model's texts change, so every process that answers reads can have it
 * without reading the log.
 */
export class LotIndex {
  readonly #documents: Documents;
  /** By sale, least recently searched first. */
  readonly #kept = new Map<string, Kept>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The lots of one sale that have all words; none when `text` has no word. */
  async inSale(auction: string, text: string): Promise<string[]> {
    const keywords = termsOf(text).slice(0, KEYWORDS_MOST);
    const sale = await this.#documents.get<SearchedSaleDocument>(SEARCHED_SALES, auction);
    if (sale === undefined || keywords.length === 0) return [];
    const index = await this.#indexOf(sale);
    return index.search(keywords.join(' ')).map(({ id }) => String(id));
  }

  /** The lots that have all words, of upcoming or closed sales. `hidden`: private sales too. */
  async across(text: string, { over, hidden }: { over: boolean; hidden: boolean }): Promise<Found> {
    const keywords = termsOf(text).slice(0, KEYWORDS_MOST);
    const hits: Hit[] = [];
    const keywordsOf = new Map<string, readonly string[]>();
    const phrases = new Map<string, { score: number; lots: number }>();
    const sales = keywords.length === 0 ? [] : await this.#salesToSearch({ over, hidden });
    for (const sale of sales) {
      const index = await this.#indexOf(sale);
      for (const { id, score, terms } of index.search(keywords.join(' '))) {
        hits.push({ lot: String(id), auction: sale._id, score });
        keywordsOf.set(String(id), terms);
        const phrase = [...new Set(terms)].join(' ');
        const known = phrases.get(phrase) ?? { score: 0, lots: 0 };
        phrases.set(phrase, { score: known.score + score, lots: known.lots + 1 });
      }
      await nextTurn();
    }
    const typed = keywords.join(' ');
    const suggestions = [...phrases]
      .filter(([phrase]) => phrase !== typed)
      .sort(([a, x], [b, y]) => y.score / y.lots - x.score / x.lots || (a < b ? -1 : 1))
      .slice(0, SUGGESTIONS_MOST)
      .map(([phrase]) => phrase);
    return {
      hits: hits.sort((a, b) => b.score - a.score || (a.lot < b.lot ? -1 : 1)),
      suggestions,
      keywordsOf,
    };
  }

  /** The ids of the sales that are searched. */
  async salesToSearch(scope: { over: boolean; hidden: boolean }): Promise<string[]> {
    return (await this.#salesToSearch(scope)).map(({ _id }) => _id);
  }

  #salesToSearch({
    over,
    hidden,
  }: {
    over: boolean;
    hidden: boolean;
  }): Promise<Stored<SearchedSaleDocument>[]> {
    const filter = { isOver: over, ...(!hidden && { public: true }) };
    return this.#documents.find<SearchedSaleDocument>(SEARCHED_SALES, filter, {
      sort: { liveAt: over ? -1 : 1 },
      limit: SALES_MOST,
    });
  }

  async #indexOf({ _id: auction, texts }: Stored<SearchedSaleDocument>): Promise<MiniSearch<LotText>> {
    const known = this.#kept.get(auction);
    this.#kept.delete(auction);
    const kept = known?.texts === texts ? known : { texts, lots: 0, index: this.#make(auction) };
    this.#kept.set(auction, kept);
    try {
      const index = await kept.index;
      kept.lots = index.documentCount;
      this.#evict();
      return index;
    } catch (error) {
      if (this.#kept.get(auction) === kept) this.#kept.delete(auction);
      throw error;
    }
  }

  async #make(auction: string): Promise<MiniSearch<LotText>> {
    const texts = await this.#documents.find<LotTextDocument>(LOT_TEXTS, { auction });
    const index = newIndex();
    await index.addAllAsync(texts, { chunkSize: CHUNK_LOTS });
    return index;
  }

  #evict(): void {
    let lots = [...this.#kept.values()].reduce((sum, kept) => sum + kept.lots, 0);
    for (const [auction, kept] of this.#kept) {
      if (lots <= LOTS_KEPT || this.#kept.size === 1) return;
      this.#kept.delete(auction);
      lots -= kept.lots;
    }
  }
}
