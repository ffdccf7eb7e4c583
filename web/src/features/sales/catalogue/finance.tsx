import { meaningOf, parseNumber } from '@saleyard/domain/fields/typed.ts';
import { formatDollars } from '@saleyard/domain/presentation/amounts.ts';
import { useId, useState } from 'react';
import { Card, Row } from '@/ui/layout.tsx';
import classes from './catalogue.module.css';

/** Where finance is explained and asked for, outside of the product. */
const FINANCE_PAGE = 'https://finance.saleyard.example/calculator';

/** What is paid each month, in cents, for a loan at a yearly interest in percent. 0 % is paid back evenly. */
export function monthlyCents(loanCents: number, yearlyPercent: number, months: number): number {
  const rate = yearlyPercent / 1_200;
  return Math.round(rate === 0 ? loanCents / months : (loanCents * rate) / (1 - (1 + rate) ** -months));
}

const FIELDS = [
  { name: 'amount', title: 'Amount', unit: ', $', parse: parseNumber({ least: 1, most: 10_000_000 }) },
  { name: 'interest', title: 'Interest', unit: ', % a year', parse: parseNumber({ most: 40, unit: '%' }) },
  {
    name: 'months',
    title: 'Months',
    unit: '',
    parse: parseNumber({ whole: true, least: 1, most: 60, unit: 'months' }),
  },
] as const;

/** What a loan costs each month: an estimate, nothing is sent. */
export function FinanceCalculator() {
  const id = useId();
  const [typed, setTyped] = useState({ amount: '50000', interest: '8', months: '12' });
  const parsed = FIELDS.map(({ name, parse }) => parse(typed[name]));
  const problem = parsed
    .map((one, at) => ('rule' in one ? `${FIELDS[at]?.title} ${one.rule}.` : null))
    .find((text) => text !== null);
  const [amount = 0, interest = 0, months = 1] = parsed.map((one) => meaningOf(one) ?? 1);
  return (
    <Card as="section" padded className={`${classes.calculator} sy-no-print`} aria-labelledby={id}>
      <h2 id={id}>Finance calculator</h2>
      <Row>
        {FIELDS.map(({ name, title, unit, parse }) => (
          <label key={name}>
            {title}
            {unit}
            <input
              className="sy-control"
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={meaningOf(parse(typed[name])) === null}
              value={typed[name]}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
            />
          </label>
        ))}
      </Row>
      <p role="status">
        {problem ?? `${formatDollars(monthlyCents(amount * 100, interest, months))} a month, about.`}
      </p>
    </Card>
  );
}

/** Leads to the page about finance, in a window of its own. */
export function FinancePromotion() {
  return (
    <a href={FINANCE_PAGE} target="_blank" rel="noopener noreferrer">
      100% livestock finance, subject to approval
    </a>
  );
}
