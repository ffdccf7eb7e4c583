import { Link } from 'react-router';
import { CATEGORIES, type Category } from '@/lib/category.ts';
import classes from './category-filter.module.css';

/** The categories of stock, each a link that puts it into the address. */
export function CategoryFilter({ current }: { current: Category }) {
  return (
    <nav aria-label="Category" className={`${classes.filter} sy-no-print`}>
      {CATEGORIES.map(({ value, label }) => (
        <Link
          key={value}
          to={value === 'all' ? '?' : `?category=${value}`}
          replace
          preventScrollReset
          aria-current={value === current ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
