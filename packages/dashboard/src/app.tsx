import { focusManager, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { type AroundNavHandler, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { LOCATION, locationIn, withLocation } from './address.rules.js';
import BeginPage from './begin/begin.jsx';
import { Frame } from './frame.jsx';
import { text } from './language/text.js';
import { inTree } from './locations.rules.js';
import { OverviewPage } from './overview/page.jsx';
import { overviewQuery } from './overview/query.js';
import { HereContext, useLocations, useSession } from './session.js';
import type { Me, Session } from './types.js';
import { PageSkeleton, Skeleton } from './ui/lists/skeleton.jsx';
import { setInAddress } from './ui/page/address.js';
import { Back } from './ui/page/back.jsx';
import { Broken } from './ui/page/broken.jsx';
import { Narrow } from './ui/page/narrow.jsx';
import { page } from './ui/page/page-files.js';
import { SeenContext } from './ui/page/seen.js';
import { Title } from './ui/page/title.jsx';
import { Failure } from './ui/parts/failure.jsx';
import { byName } from './words/names.js';

/** Not loaded anew: behind it is what was being typed when the session ended. */
const SignInPage = lazy(() => import('./arrival/sign-in.jsx'));
const FirstRunPage = page(() => import('./arrival/first-run.jsx'));
const JoinPage = page(() => import('./arrival/join.jsx'));
const ResetPage = page(() => import('./arrival/reset.jsx'));
const AlarmsPage = page(() => import('./alarms/page.jsx'));
const AlarmPage = page(() => import('./alarms/alarm.jsx'));
const AlarmRulesPage = page(() => import('./alarms/rules.jsx'));
const NoisePage = page(() => import('./alarms/noise.jsx'));
const WeeklyPage = page(() => import('./alarms/weekly.jsx'));
const DoorPage = page(() => import('./door/page.jsx'));
const TimelinePage = page(() => import('./past/page.jsx'));
const SchedulePage = page(() => import('./schedules/page.jsx'));
const DoorTestsPage = page(() => import('./door-tests/page.jsx'));
const EmergenciesPage = page(() => import('./emergencies/page.jsx'));
const EmergencyPage = page(() => import('./emergencies/emergency.jsx'));
const FloorPlansPage = page(() => import('./floor-plans/page.jsx'));
const FloorPlanPage = page(() => import('./floor-plans/plan.jsx'));
const CalendarsPage = page(() => import('./calendars/page.jsx'));
const CalendarPage = page(() => import('./calendars/calendar.jsx'));
const YearPage = page(() => import('./calendars/year.jsx'));
const EventsPage = page(() => import('./events/page.jsx'));
const KeysPage = page(() => import('./keys/page.jsx'));
const PeoplePage = page(() => import('./people/page.jsx'));
const ImportPage = page(() => import('./people/import/page.jsx'));
const PersonPage = page(() => import('./people/person.jsx'));
const ApiKeysPage = page(() => import('./api-keys/page.jsx'));
const WebhooksPage = page(() => import('./webhooks/page.jsx'));
const WebhookPage = page(() => import('./webhooks/webhook.jsx'));
const GatewaysPage = page(() => import('./gateways/page.jsx'));
const GatewayPage = page(() => import('./gateways/gateway.jsx'));
const InboxPage = page(() => import('./webhooks/inbox.jsx'));
const LockingSystemPage = page(() => import('./operations/locking-system.jsx'));
const OutboxPage = page(() => import('./operations/outbox.jsx'));
const AuditPage = page(() => import('./operations/audit.jsx'));
const AccountPage = page(() => import('./account/page.jsx'));
const VisitorsPage = page(() => import('./visitors/page.jsx'));
const LocationsPage = page(() => import('./premises/locations.jsx'));
const GroupsPage = page(() => import('./premises/groups.jsx'));
const GroupPage = page(() => import('./premises/group.jsx'));
const DoorAccessPage = page(() => import('./premises/door-access.jsx'));
const ColleaguesPage = page(() => import('./colleagues/page.jsx'));

const waiting = <PageSkeleton />;

const brokenAlone = (
  <Narrow>
    <Broken />
  </Narrow>
);

/** Where links in notices lead, with or without a session. */
export function App() {
  const [path] = useLocation();
  const Page = path === '/join' ? JoinPage : path === '/reset' ? ResetPage : Arrived;
  return (
    <ErrorBoundary fallback={brokenAlone}>
      <Suspense fallback={waiting}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

function Arrived() {
  const session = useSession();
  const [last, setLast] = useState<SignedIn | null>(null);
  const { data } = session;
  const isOther = Boolean(last && data?.user && data.user.id !== last.user.id);
  if (isSignedIn(data) && data !== last && !isOther) setLast(data);
  useEffect(() => {
    // Nothing of what one person saw stays for the next.
    if (!isOther) return;
    sessionStorage.clear();
    location.reload();
  }, [isOther]);
  const isOver = data?.user === null;
  useEffect(() => {
    // What is asked for again and again rests, too.
    focusManager.setFocused(isOver ? false : undefined);
  }, [isOver]);
  if (!data || isOther)
    return session.isError ? (
      <Narrow>
        <Failure error={session.error} again={() => void session.refetch()} />
      </Narrow>
    ) : (
      waiting
    );
  return (
    <>
      {/* Out of sight while the session is over, so that what was being typed is there again after signing in. */}
      {last && (
        <SeenContext value={data.user !== null}>
          <div style={{ display: data.user ? 'contents' : 'none' }}>
            <Pages session={last} />
          </div>
        </SeenContext>
      )}
      {!data.user &&
        (data.first_run ? <FirstRunPage /> : <SignInPage session={data} hasEnded={last !== null} />)}
    </>
  );
}

type SignedIn = Session & { user: Me };

const isSignedIn = (session: Session | undefined): session is SignedIn => Boolean(session?.user);

function Pages({ session }: { session: SignedIn }) {
  const me = session.user;
  const [path] = useLocation();
  const locations = useLocations();
  const chosen = locationIn(useSearch());
  const all = locations.data?.data;
  const client = useQueryClient();
  useEffect(() => {
    // The doors are on their way while the locations are.
    if (chosen === null && window.location.pathname === '/') void client.prefetchQuery(overviewQuery(null));
  }, [client, chosen]);
  const here = useMemo(
    () => ({
      me,
      serviceName: session.service_name,
      locations: inTree(all ?? [], byName),
      // A location that was deleted, or that only a colleague may see, cannot be chosen.
      locationId: chosen !== null && all?.some((one) => one.id === chosen && one.depth > 0) ? chosen : null,
      choose: (id: number | null) => setInAddress(LOCATION, id === null ? '' : String(id)),
      mayWrite: me.role !== 'viewer',
    }),
    [me, session.service_name, all, chosen],
  );
  const { locationId } = here;
  const hrefs = useCallback((to: string) => withLocation(to, locationId), [locationId]);
  const aroundNav = useCallback<AroundNavHandler>((go, to, options) => go(hrefs(to), options), [hrefs]);
  if (locations.isPending) return waiting;
  return (
    <HereContext value={here}>
      <Router hrefs={hrefs} aroundNav={aroundNav}>
        <Frame>
          <ErrorBoundary FallbackComponent={Broken} resetKeys={[path]}>
            <Suspense fallback={<Skeleton />}>
              <Switch>
                <Route path="/" component={OverviewPage} />
                <Route path="/doors/:id/schedule">
                  {({ id }) => <SchedulePage key={id} id={Number(id)} />}
                </Route>
                <Route path="/doors/:id/timeline">
                  {({ id }) => <TimelinePage key={id} id={Number(id)} />}
                </Route>
                <Route path="/doors/:id/access">
                  {({ id }) => <DoorAccessPage key={id} id={Number(id)} />}
                </Route>
                <Route path="/doors/:id">{({ id }) => <DoorPage key={id} id={Number(id)} />}</Route>
                <Route path="/alarms" component={AlarmsPage} />
                <Route path="/alarms/rules" component={AlarmRulesPage} />
                <Route path="/alarms/noise" component={NoisePage} />
                <Route path="/alarms/weekly" component={WeeklyPage} />
                <Route path="/alarms/:id">{({ id }) => <AlarmPage key={id} id={Number(id)} />}</Route>
                <Route path="/begin" component={BeginPage} />
                <Route path="/floor-plans" component={FloorPlansPage} />
                <Route path="/floor-plans/:id">
                  {({ id }) => <FloorPlanPage key={id} id={Number(id)} />}
                </Route>
                <Route path="/calendars" component={CalendarsPage} />
                <Route path="/calendars/:id">{({ id }) => <CalendarPage key={id} id={id} />}</Route>
                <Route path="/calendars/:id/year">
                  {({ id }) => <YearPage key={id} of="calendars" id={id} />}
                </Route>
                <Route path="/doors/:id/year">
                  {({ id }) => <YearPage key={id} of="doors" id={Number(id)} />}
                </Route>
                <Route path="/emergencies" component={EmergenciesPage} />
                <Route path="/emergencies/:id">{({ id }) => <EmergencyPage key={id} id={id} />}</Route>
                <Route path="/door-tests" component={DoorTestsPage} />
                <Route path="/events" component={EventsPage} />
                <Route path="/keys" component={KeysPage} />
                <Route path="/people" component={PeoplePage} />
                {here.mayWrite && <Route path="/people/import" component={ImportPage} />}
                <Route path="/people/:id">{({ id }) => <PersonPage key={id} id={id} />}</Route>
                <Route path="/locations" component={LocationsPage} />
                <Route path="/groups" component={GroupsPage} />
                <Route path="/groups/:id">{({ id }) => <GroupPage key={id} id={Number(id)} />}</Route>
                <Route path="/api-keys" component={ApiKeysPage} />
                <Route path="/webhooks" component={WebhooksPage} />
                {here.mayWrite && <Route path="/webhooks/inbox" component={InboxPage} />}
                <Route path="/webhooks/:id">{({ id }) => <WebhookPage key={id} id={id} />}</Route>
                <Route path="/gateways" component={GatewaysPage} />
                <Route path="/gateways/:id">{({ id }) => <GatewayPage key={id} id={id} />}</Route>
                {here.mayWrite && <Route path="/locking-system" component={LockingSystemPage} />}
                <Route path="/outbox" component={OutboxPage} />
                <Route path="/audit" component={AuditPage} />
                <Route path="/account" component={AccountPage} />
                <Route path="/visitors" component={VisitorsPage} />
                <Route path="/colleagues" component={ColleaguesPage} />
                <Route>
                  <Back to="/">{text('All doors')}</Back>
                  <Title note={text('The address may be mistyped, or the page no longer exists.')}>
                    {text('Page not found')}
                  </Title>
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </Router>
    </HereContext>
  );
}
