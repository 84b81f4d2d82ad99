import { BRIGHTWATER } from './demo-brightwater.ts';
import type { DemoCompany } from './demo-company.ts';
import { LINDGRUEN } from './demo-lindgruen.ts';
import { NORDLICHT } from './demo-nordlicht.ts';

export const DEMO_COMPANIES: readonly DemoCompany[] = [NORDLICHT, LINDGRUEN, BRIGHTWATER];
