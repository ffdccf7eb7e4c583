import classes from './facts.module.css';
import { primitive } from './layout.tsx';

type FactsProps = {
  /** What is said stands out from its words, which are smaller yet. */
  strong?: boolean;
};

/** Words in smaller, paler type, each over what it says. */
export const Facts = primitive<FactsProps>(classes.facts, 'dl');
