import { primitive } from './layout.tsx';
import classes from './text.module.css';

type TextProps = {
  /** Of its type; as its surroundings when left out. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
  weight?: 'medium' | 'bold';
  tone?: 'dim' | 'bad';
};

/** Words and headings, without margins of their own. */
export const Text = primitive<TextProps>(classes.text, 'p');
