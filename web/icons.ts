import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Of the logo's ground, where a system cuts icons to its own shape. */
const GROUND = '#123a2d';

/** The part of a side that a system leaves of an icon that it cuts: 80 % is always seen. */
const SAFE = 0.66;

/** The icons of an installed application, by their file names. `maskable`: without corners of its own. */
export const ICONS = [
  { name: 'icon-192.png', side: 192, maskable: false },
  { name: 'icon-512.png', side: 512, maskable: false },
  { name: 'icon-192-maskable.png', side: 192, maskable: true },
  { name: 'icon-512-maskable.png', side: 512, maskable: true },
  // Apple's, which cuts corners itself.
  { name: 'apple-touch-icon.png', side: 180, maskable: true },
] as const;

/** Draws the icons from the logo into `icons` of a folder. */
export async function drawIcons(logo: string, dist: string): Promise<void> {
  const svg = await readFile(logo);
  const folder = path.join(dist, 'icons');
  await mkdir(folder, { recursive: true });
  for (const { name, side, maskable } of ICONS) {
    const drawn = maskable ? Math.round(side * SAFE) : side;
    // 32 units of the logo are 72 points each inch: drawn at the size that is needed, not enlarged.
    const icon = sharp(svg, { density: (72 * drawn) / 32 }).resize(drawn, drawn);
    const before = Math.floor((side - drawn) / 2);
    const after = side - drawn - before;
    const edges = { top: before, left: before, bottom: after, right: after, background: GROUND };
    await (maskable ? icon.flatten({ background: GROUND }).extend(edges) : icon)
      .png({ palette: true })
      .toFile(path.join(folder, name));
  }
}
