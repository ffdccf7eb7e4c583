import { runJourneys } from '../../test-support/engines/journeys.ts';
import { startChromium } from '../../test-support/engines/puppeteer-engine.ts';

runJourneys('Chromium', startChromium);
