export { checkReceiver } from './check/check-receiver.js';
export type {
  Answer,
  CaseResult,
  Delivery,
  Effects,
  Lock,
  ReceiverToCheck,
  Report,
} from './check/types.js';
export { type Door, type Gateway, type Site, startSite } from './site.js';
export { type DoorView, FATES, type Fate, type Sent, type SiteOptions, type Unlocked } from './types.js';
