import { notRun } from '@saleyard/testing/suite.ts';
import { runJourneys } from '../../test-support/engines/journeys.ts';
import { startWebKit, webkitWants } from '../../test-support/engines/webkit-engine.ts';

const wants = webkitWants();
if (wants === null) runJourneys('WebKit', startWebKit);
else notRun('journeys in WebKit', wants);
