import { notRun } from '@saleyard/testing/suite.ts';
import { runJourneys } from '../../test-support/engines/journeys.ts';
import { firefoxWants, startFirefox } from '../../test-support/engines/puppeteer-engine.ts';

const wants = firefoxWants();
if (wants === null) runJourneys('Firefox', startFirefox);
else notRun('journeys in Firefox', wants);
