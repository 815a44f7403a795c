import { utilityIds } from '#catalogue/index.ts';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '#shell/ui/badge.tsx';
import { Button, IconButton, Spinner } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { ChoiceChips, SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Field, Input, Select, TextArea } from '#shell/ui/field.tsx';
import { Figure } from '#shell/ui/figure.tsx';
import { FileArea, Progress } from '#shell/ui/file-transfer.tsx';
import { Markdown } from '#shell/ui/markdown.tsx';
import { Menu } from '#shell/ui/menu.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { OutsideLink } from '#shell/text/written-by-others.tsx';
import { Cell, HeaderCell, ScrollFrame, Table } from '#shell/ui/table.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { Tooltip, Tooltips } from '#shell/ui/tooltip.tsx';
import { UtilityBar, UtilityLabel, UtilitySwatch, UtilityTile } from '#shell/ui/utility-mark.tsx';

/** Tailwind reads class names from the source, so each stands here whole. */
const tokens = [
  { name: 'paper', fill: 'bg-paper' },
  { name: 'card', fill: 'bg-card' },
  { name: 'line', fill: 'bg-line' },
  { name: 'ink', fill: 'bg-ink' },
  { name: 'ink-soft', fill: 'bg-ink-soft' },
  { name: 'leaf', fill: 'bg-leaf' },
  { name: 'leaf-deep', fill: 'bg-leaf-deep' },
  { name: 'leaf-soft', fill: 'bg-leaf-soft' },
  { name: 'power-text', fill: 'bg-power-text' },
  { name: 'power-fill', fill: 'bg-power-fill' },
  { name: 'power-soft', fill: 'bg-power-soft' },
  { name: 'water-text', fill: 'bg-water-text' },
  { name: 'water-fill, hatched', fill: 'hatch-water' },
  { name: 'water-soft', fill: 'bg-water-soft' },
  { name: 'alert', fill: 'bg-alert' },
  { name: 'alert-soft', fill: 'bg-alert-soft' },
  { name: 'off', fill: 'bg-off' },
] as const;

/** Every part of the design in every state it has, for those who build with it. Development only, so in English alone. */
export default function PartsPage() {
  return (
    <Tooltips>
      <PageHeader
        title="Parts"
        subtitle="page-header: a title, a line below it, actions"
        actions={<Button>Action</Button>}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {Object.entries(parts).map(([name, Part]) => (
          <Card key={name} title={name} id={name}>
            <Part />
          </Card>
        ))}
      </div>
    </Tooltips>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-center gap-3">{children}</div>;
}

/** By the name of the file in `src/ui`; a test sees to it that none is forgotten. */
export const parts: Record<string, () => ReactNode> = {
  tokens: () => (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {tokens.map(({ name, fill }) => (
        <li key={name} className="flex items-center gap-2 text-small">
          <span className={`size-8 rounded-control border border-line ${fill}`} />
          {name}
        </li>
      ))}
    </ul>
  ),
  figure: () => (
    <>
      <Row>
        <Figure value="₹1,284" unit="so far" rank="lead" />
      </Row>
      <Row>
        <Figure value="412" unit="W" />
        <Figure value="3.2" unit="L/min" />
      </Row>
    </>
  ),
  badge: () => (
    <Row>
      {(['neutral', 'leaf', 'power', 'alert', 'sample'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Row>
  ),
  button: () => (
    <>
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
        <Row key={look}>
          <Button look={look}>{look}</Button>
          <Button look={look} icon={<Plus className="size-5" aria-hidden />}>
            with icon
          </Button>
          <Button look={look} pending>
            pending
          </Button>
          <Button look={look} disabled>
            disabled
          </Button>
        </Row>
      ))}
      <Row>
        <Button size="large">large</Button>
        <Button size="small">small</Button>
      </Row>
    </>
  ),
  'icon-button': () => (
    <Row>
      <IconButton label="Remove" icon={<Trash2 className="size-5" aria-hidden />} />
      <IconButton label="Remove" icon={<Trash2 className="size-5" aria-hidden />} disabled />
    </Row>
  ),
  tooltip: () => (
    <Tooltip text="Opens after 700 ms, its neighbour at once">
      <Button look="secondary">Rest on me</Button>
    </Tooltip>
  ),
  input: () => (
    <div className="space-y-3">
      <Input aria-label="Empty" placeholder="Placeholder" />
      <Input aria-label="Wrong" aria-invalid defaultValue="wrong" />
      <Input aria-label="Disabled" disabled defaultValue="disabled" />
    </div>
  ),
  field: () => (
    <div className="space-y-3">
      <Field label="With a hint" hint="What helps to fill it in">
        {(control) => <Input {...control} />}
      </Field>
      <Field label="With an error" error="What is wrong, and what to do">
        {(control) => <Input {...control} />}
      </Field>
    </div>
  ),
  select: () => (
    <Select
      aria-label="Room"
      options={[
        { value: 'kitchen', label: 'Kitchen' },
        { value: 'hall', label: 'Hall' },
      ]}
    />
  ),
  'segmented-control': Segments,
  'choice-chips': Chips,
  switch: Switches,
  menu: () => (
    <Row>
      <Menu
        label="Menu"
        trigger="Open"
        align="start"
        items={['One', 'Two'].map((label) => ({ key: label, label, onSelect: () => notify(label) }))}
      />
    </Row>
  ),
  dialog: AnyDialog,
  notices: () => (
    <Row>
      <Button look="secondary" onClick={() => notify('Device activated', 'Kitchen lamp is now on')}>
        Plain
      </Button>
      <Button look="secondary" onClick={() => notify('This did not work', 'Try again in a minute', 'alert')}>
        Alert
      </Button>
    </Row>
  ),
  'file-transfer': () => (
    <FileArea id="part-file" isBusy={false} className="px-4 py-4" aria-label="Choose a file" onFiles={() => undefined}>
      Press here or drop a file
    </FileArea>
  ),
  progress: () => (
    <div className="space-y-3">
      <Progress label="Known end" value={0.4} text="4,000 of 10,000 rows" />
      <Progress label="Unknown end" />
    </div>
  ),
  skeleton: () => <Skeleton className="h-16" />,
  spinner: () => <Spinner />,
  card: () => (
    <Card title="A card in a card" aside="aside" level={3}>
      Content
    </Card>
  ),
  table: () => (
    <Table caption="Rooms">
      <thead>
        <tr>
          <HeaderCell>Room</HeaderCell>
          <HeaderCell numeric>kWh</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <tr>
          <Cell>Kitchen</Cell>
          <Cell numeric>61.4</Cell>
        </tr>
      </tbody>
    </Table>
  ),
  'text-area': () => (
    <div className="space-y-3">
      <TextArea aria-label="Text" placeholder="Several lines" />
      <TextArea aria-label="Wrong text" aria-invalid defaultValue="wrong" />
    </div>
  ),
  'outside-link': () => <OutsideLink address="https://example.com/">A link that leaves</OutsideLink>,
  markdown: () => (
    <Markdown
      text={
        'Words, **strong** and *leaning*, with a [link](https://example.com).\n\n- one\n- two\n\n1. first\n2. second\n\n> A quote\n\n`code`\n\n```\nlines of code\n```'
      }
    />
  ),
  'scroll-frame': () => (
    <ScrollFrame label="Wide" className="rounded-control border border-line p-3">
      <p className="w-[70rem]">Wider than its place: it scrolls by itself and is reached by keyboard.</p>
    </ScrollFrame>
  ),
  'utility-mark': () => (
    <>
      {utilityIds.map((utility) => (
        <Row key={utility}>
          <UtilityTile utility={utility} />
          <UtilityLabel utility={utility}>{utility}</UtilityLabel>
          <UtilitySwatch utility={utility} />
          <UtilityBar utility={utility} share={0.6} className="w-32" />
        </Row>
      ))}
    </>
  ),
  'state-panel': () => (
    <>
      {(['empty', 'error', 'offline', 'no-permission', 'signed-out'] as const).map((kind) => (
        <StatePanel
          key={kind}
          kind={kind}
          title={kind}
          text="What happened, and what to do."
          actions={<Button>Do</Button>}
        />
      ))}
    </>
  ),
};

function Segments() {
  const [value, setValue] = useState<'day' | 'week'>('day');
  return (
    <SegmentedControl
      label="Period"
      value={value}
      onChange={setValue}
      options={[
        { value: 'day', label: 'Day' },
        { value: 'week', label: 'Week' },
      ]}
    />
  );
}

function Chips() {
  const [value, setValue] = useState<'all' | 'bills'>('all');
  return (
    <ChoiceChips
      label="Topic"
      isLabelShown
      value={value}
      onChange={setValue}
      options={[
        { value: 'all', label: 'All' },
        { value: 'bills', label: 'Bills' },
      ]}
    />
  );
}

function Switches() {
  const [checked, setChecked] = useState(true);
  return (
    <Row>
      <Switch checked={checked} onChange={setChecked} label="Works" />
      <Switch checked onChange={setChecked} label="Pending" pending />
      <Switch checked={false} onChange={setChecked} label="Disabled" disabled />
    </Row>
  );
}

function AnyDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Open
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Title" description="Description" closeLabel="Close">
        <Button onClick={() => setOpen(false)}>Done</Button>
      </Dialog>
    </>
  );
}
