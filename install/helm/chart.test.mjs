import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const chart = import.meta.dirname;
const read = (file) => readFileSync(join(chart, file), 'utf8');
const helm = (...args) => spawnSync('helm', args, { encoding: 'utf8', env: { ...process.env, HELM_NO_PLUGINS: '1' } });
const hasHelm = spawnSync('helm', ['version']).status === 0;
if (!hasHelm) console.log('There is no helm here: the chart is read, not rendered.');

/** The chart as it would be put into a cluster, by kind. */
const render = (...values) => {
  const { stdout, stderr, status } = helm(
    'template',
    'home',
    chart,
    '--kube-version',
    '1.31.0',
    ...values.flatMap((value) => ['--set', value]),
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const all = parseAllDocuments(stdout).map((one) => one.toJS());
  return Object.fromEntries(all.filter(Boolean).map((one) => [one.kind, one]));
};

describe.runIf(hasHelm)('rendered by helm', () => {
  test('helm finds nothing wrong', () => {
    const { status, stdout, stderr } = helm('lint', '--strict', chart);
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  test('several services, none of which may do more than it must', () => {
    const { Deployment, Job, ConfigMap, PodDisruptionBudget, NetworkPolicy, Ingress, HorizontalPodAutoscaler } =
      render();
    expect([Ingress, HorizontalPodAutoscaler]).toEqual([undefined, undefined]);
    expect(Deployment.spec.replicas).toBe(2);
    for (const { spec } of [Deployment.spec.template, Job.spec.template]) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    const [container] = Deployment.spec.template.spec.containers;
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(ConfigMap.data).toEqual({
      PUBLIC_URL: 'https://water.example.org',
      BACKEND_URL: 'https://backend.example.org',
      TRUST_PROXY: '10.0.0.0/8',
    });
    expect(PodDisruptionBudget.spec.selector).toEqual(Deployment.spec.selector);
    expect(NetworkPolicy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(Job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    // What migrates is no service: nothing is sent to it.
    expect(Job.spec.template.metadata.labels['app.kubernetes.io/name']).not.toBe('wattershed');
  });

  test('with an ingress, more services by load, and other settings', () => {
    const { Ingress, HorizontalPodAutoscaler, Deployment, ConfigMap, Service } = render(
      'ingress.enabled=true',
      'ingress.tlsSecret=water',
      'autoscaling.enabled=true',
      'settings.LOG_LEVEL=info',
    );
    expect(Ingress.spec.rules[0].http.paths[0].backend.service.name).toBe(Service.metadata.name);
    expect(Ingress.spec.tls).toEqual([{ hosts: ['water.example.org'], secretName: 'water' }]);
    expect(HorizontalPodAutoscaler.spec.scaleTargetRef.name).toBe(Deployment.metadata.name);
    expect(Deployment.spec.replicas).toBeUndefined();
    expect(ConfigMap.data.LOG_LEVEL).toBe('info');
  });
});

test('the chart is of this version', () => {
  const { version } = JSON.parse(read('../../package.json'));
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

test('templates ask only for values that there are, and close what they open', () => {
  const values = parse(read('values.yaml'));
  for (const file of readdirSync(join(chart, 'templates'))) {
    const text = read(`templates/${file}`);
    for (const [, path] of text.matchAll(/\.Values\.([\w.]+)/g))
      expect({ file, path, value: path.split('.').reduce((at, name) => at?.[name], values) }).not.toMatchObject({
        value: undefined,
      });
    const count = (pattern) => [...text.matchAll(pattern)].length;
    expect({ file, open: count(/\{\{-? *(if|with|range|define)\b/g) }).toEqual({
      file,
      open: count(/\{\{-? *end *-?\}\}/g),
    });
  }
});
