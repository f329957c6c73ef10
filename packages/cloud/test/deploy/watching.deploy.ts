import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { eventually, startWatched, useAll } from '../watch/world.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const rules: Rule[] = parse(read('deploy/prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('deploy/grafana/door-access.json'),
);

function promtool(args: string[], input?: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8', input });
  return { status, said: `${stdout}${stderr}` };
}

/** Names of metrics in an expression: ours, and those of the process. */
const metricsOf = (expr: string): string[] => expr.match(/\b(?:door|process|nodejs)_[a-z0-9_]+\b/g) ?? [];

const watched = await startWatched();
let text = '';
beforeAll(async () => {
  await useAll(watched);
  const scrape = async () => (await fetch(`${watched.watchOrigin}/metrics`)).text();
  text = await eventually(
    scrape,
    (now) =>
      now.includes('door_presence_changes_total{to="offline"} 1') && /^door_due_lag_seconds /m.test(now),
    () => watched.cloud.context.clock.sleep(20),
  );
});
afterAll(() => watched.close());

describe('the metrics of a running service', () => {
  it('are as Prometheus wants them', () => {
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' });
  });

  it('are refused where a counter is not named as one, so that the check can fail', () => {
    const bad = '# TYPE door_logins counter\ndoor_logins 1\n';
    expect(promtool(['check', 'metrics'], bad).status).not.toBe(0);
  });

  it('are all in the chapter on metrics, which names no other', () => {
    const own = [...text.matchAll(/^# TYPE (door_\w+) /gm)].map(([, name]) => name);
    const chapter = read('docs/operations.md');
    const named = [...chapter.matchAll(/^\| `(door_\w+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(own.sort());
  });
});

describe('what watches the service', () => {
  const exposed = () =>
    new Set([...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name as string).filter((name) => name));

  it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s asks for metrics that there are', (_, expr) => {
    const names = metricsOf(expr);
    expect(names).not.toEqual([]);
    // Without TLS, and without a gateway that is online, no certificate is known.
    const known = exposed().add('door_certificate_end_timestamp_seconds');
    for (const name of names) expect(known).toContain(name);
  });

  it('is a dashboard all of whose panels ask for metrics that there are', () => {
    const known = exposed().add('door_certificate_end_timestamp_seconds');
    const panels = dashboard.panels.filter(({ targets }) => targets);
    expect(panels.length).toBeGreaterThan(15);
    for (const { title, targets = [] } of panels)
      for (const { expr } of targets)
        expect({ title, unknown: metricsOf(expr).filter((name) => !known.has(name)) }).toEqual({
          title,
          unknown: [],
        });
  });

  it('shows every metric of the service on the dashboard', () => {
    const shown = new Set(
      dashboard.panels.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) =>
          metricsOf(expr).map((name) => name.replace(/_(bucket|count|sum)$/, '')),
        ),
      ),
    );
    const own = [...text.matchAll(/^# TYPE (door_\w+) /gm)].map(([, name]) => name);
    expect(own.filter((name) => !shown.has(name as string))).toEqual([]);
  });

  it('has valid rules and a valid example of a collector', () => {
    expect(promtool(['check', 'rules', 'deploy/prometheus/alerts.yml'])).toMatchObject({ status: 0 });
    expect(promtool(['check', 'config', 'deploy/prometheus/prometheus.yml'])).toMatchObject({ status: 0 });
  });

  it('has alerts that fire when they should, and not before, nor near it', () => {
    expect(promtool(['test', 'rules', 'deploy/prometheus/alerts.test.yml'])).toMatchObject({ status: 0 });
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has cases, a severity, a summary and a chapter for the person it wakes',
    (alert, { labels, annotations }) => {
      const cases = parse(read('deploy/prometheus/alerts.test.yml')).tests.filter(
        ({ name }: { name: string }) => name.startsWith(`${alert}: `),
      );
      expect(cases).toHaveLength(2);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^[A-Z].+\.$/);
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      const [, chapter = ''] = read('docs/operations.md').split(`\n### ${alert}\n`);
      const [body = ''] = chapter.split(/\n#{2,3} /);
      expect(body).toMatch(/\*\*Means\*\*/);
      expect(body).toMatch(/\*\*Do\*\*/);
    },
  );
});
