/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { mediaRecord } from '@saleyard/contract/lot-attachments.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';

const { fireEvent, screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { LotGallery } = await import('./lot-gallery.tsx');

const test = suite('pictures of a lot');
test.after(leaveScreens);

test('a finger moves a picture that is zoomed in or pinched, and turns it over otherwise', async () => {
  const media = ['front', 'side'].map((title) =>
    mediaRecord({ thumbnail: `/${title}.jpg`, url: `/${title}.jpg`, title }),
  );
  renderScreen(<LotGallery media={media} label="Lot 1" sizes="100vw" />);
  const swipe = (on: HTMLElement) => {
    fireEvent.touchStart(on, { touches: [{ clientX: 300 }] });
    fireEvent.touchEnd(on, { changedTouches: [{ clientX: 200 }] });
  };
  const pinch = (scale: number) =>
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: { scale } });
  pinch(2);
  swipe(screen.getByRole('img', { name: 'front' }));
  pinch(1);
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge front' }));
  const box = within(await screen.findByRole('dialog', { name: /^Pictures of / }));
  fireEvent.click(box.getByRole('button', { name: 'Zoom in' }));
  const picture = box.getByRole('img', { name: 'front' });
  assert.is(picture.getAttribute('sizes') ?? '250vw', '250vw');
  assert.is(document.activeElement, box.getByRole('group', { name: 'Zoomed picture, scrolls' }));
  swipe(picture);
  fireEvent.keyDown(picture, { key: 'ArrowRight' });
  assert.ok(box.getByText('1 of 2'));
  fireEvent.click(box.getByRole('button', { name: 'Zoom out' }));
  swipe(picture);
  assert.ok(await box.findByRole('img', { name: 'side' }));
  assert.ok(box.getByRole('button', { name: 'Zoom in' }));
});

test.run();
