import type { ReactNode } from 'react';
import { Facts } from './facts.tsx';
import { Text } from './layout.tsx';
import classes from './titled-panel.module.css';

/** A part of a screen in a panel under its own heading. */
export function TitledPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`sy-panel ${classes.panel}`} aria-label={title}>
      <Text as="h2" size="lg" weight="bold" mb="sm">
        {title}
      </Text>
      {children}
    </section>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

/** What is known of a person or a thing, as labels with their values. What is empty is shown as a dash. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Facts anywhere className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </Facts>
  );
}

/** Facts in a panel under their heading. */
export function FactPanel({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <TitledPanel title={title}>
      <FactList facts={facts} />
    </TitledPanel>
  );
}
