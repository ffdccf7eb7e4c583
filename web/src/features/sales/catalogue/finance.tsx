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
  { name: 'amount', label: 'Amount, $', least: 1, most: 10_000_000, step: 1_000 },
  { name: 'interest', label: 'Interest, % a year', least: 0, most: 40, step: 0.1 },
  { name: 'months', label: 'Months', least: 1, most: 60, step: 1 },
] as const;

/** What a loan costs each month: an estimate, nothing is sent. */
export function FinanceCalculator() {
  const id = useId();
  const [typed, setTyped] = useState<Record<(typeof FIELDS)[number]['name'], number>>({
    amount: 50_000,
    interest: 8,
    months: 12,
  });
  const isValid = FIELDS.every(({ name, least, most }) => typed[name] >= least && typed[name] <= most);
  const cents = isValid ? monthlyCents(typed.amount * 100, typed.interest, Math.round(typed.months)) : null;
  return (
    <Card as="section" padded className={`${classes.calculator} sy-no-print`} aria-labelledby={id}>
      <h2 id={id}>Finance calculator</h2>
      <Row>
        {FIELDS.map(({ name, label, least, most, step }) => (
          <label key={name}>
            {label}
            <input
              className="sy-control"
              type="number"
              min={least}
              max={most}
              step={step}
              value={Number.isNaN(typed[name]) ? '' : typed[name]}
              onChange={({ currentTarget: { valueAsNumber } }) =>
                setTyped({ ...typed, [name]: valueAsNumber })
              }
            />
          </label>
        ))}
      </Row>
      <p role="status">
        {cents === null
          ? 'Please enter numbers within these limits.'
          : `${formatDollars(cents)} a month, about.`}
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
