import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import MiniSearch from 'minisearch';
import {
  LOT_TEXTS,
  type LotTextDocument,
  SEARCHED_SALES,
  type SearchedSaleDocument,
} from './lot-search.projection.ts';

/** Words of a search that are looked at. */
const KEYWORDS_MOST = 8;
/** A word is found by how it begins from this many characters on … */
const PREFIX_FROM = 2;
/** … and by words that are like it from this many on, which may differ in this share of its characters. */
const FUZZY_FROM = 5;
const FUZZY = 0.2;
/** Lots whose texts are kept in indexes in memory at most; the sales searched last stay. */
const LOTS_KEPT = 50_000;
/** Lots that go into an index before others get a turn of the event loop. */
const CHUNK_LOTS = 20;
/** Sales that one search looks through at most: the next ones first, or the last ones of those that are over. */
const SALES_MOST = 100;
/** Phrases that are suggested for what was typed. */
const SUGGESTIONS_MOST = 6;

/** The parts of a text that count more than others when a word is in them. */
const BOOST = { title: 3, breed: 2, place: 2 };

type LotText = Stored<LotTextDocument>;
type Kept = { texts: string; lots: number; index: Promise<MiniSearch<LotText>> };

/** A lot that has the words; the higher its score, the better they fit. */
type Hit = { lot: string; auction: string; score: number };

export type Found = {
  hits: readonly Hit[];
  /** Phrases of words that lots have, the most fitting first. */
  suggestions: readonly string[];
  /** For each lot by its id: its words that were found, in lower case. */
  keywordsOf: ReadonlyMap<string, readonly string[]>;
};

const termOf = (word: string): string => word.normalize('NFKC').toLowerCase();

/** The words of what is searched for, as indexes have them. */
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
 * Searches the texts of lots. Each sale has an index of its own in memory. It is made from the read model when the sale is
 * first searched, and made again when the read model shows other texts: every process that answers reads has them
 * without a look into the log.
 */
export class LotIndex {
  readonly #documents: Documents;
  /** By sale, in the order in which they were last searched. */
  readonly #kept = new Map<string, Kept>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The lots of one sale that have all words; none where there is no word in `text`. */
  async inSale(auction: string, text: string): Promise<string[]> {
    const keywords = termsOf(text).slice(0, KEYWORDS_MOST);
    const sale = await this.#documents.get<SearchedSaleDocument>(SEARCHED_SALES, auction);
    if (sale === undefined || keywords.length === 0) return [];
    const index = await this.#indexOf(sale);
    return index.search(keywords.join(' ')).map(({ id }) => String(id));
  }

  /** The lots that have all words, of the sales to come or of those that are over. `hidden`: of private sales too. */
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

  /** The sales that a search looks through, by their ids. */
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
