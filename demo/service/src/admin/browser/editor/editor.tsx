import { useEffect, useRef, useState } from 'preact/hooks';
import type { DatasetColumns, DraftProblem } from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, EditorStart } from '../../dashboards/editor-wire.ts';
import { postJson } from '../post-json.ts';
import { DatasetList, HeadFields, TileList } from './draft-fields.tsx';
import { toDatasetName, toEdited, toSent } from './edited-draft.ts';
import { focusFirstProblem } from './focus.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { type Preview, usePreview } from './preview.ts';
import { Problems, withoutEmpty } from './problems.ts';
import { SaveBar } from './save-bar.tsx';
import { useSaving } from './saving.ts';
import { findParameterNames } from './sql-parameter-names.ts';
import { useLeaveWarning } from './leave-warning.ts';

/** Of a dataset that has not brought any rows yet. */
const UNKNOWN: DatasetColumns = { names: [], types: {}, numbers: [] };

/** The editor of one dashboard, its preview beside it. */
export function Editor({ start }: { start: EditorStart }) {
  const [draft, setDraft] = useState(() => toEdited(start.draft));
  const [parameters, setParameters] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<DraftProblem[]>([]);
  const [isStrict, setStrict] = useState(false);
  const [trouble, setTrouble] = useState('');
  const sent = toSent(draft);
  const text = JSON.stringify(sent);
  const { guid, version } = start;
  const tried = JSON.stringify([sent, parameters]);
  const latest = useRef(tried);
  latest.current = tried;
  const {
    kept,
    state,
    save: send,
  } = useSaving({ guid, version, text }, (found, call) => {
    // Of what was changed meanwhile the preview tells.
    if (JSON.stringify([call.draft, call.parameters]) === latest.current) setProblems(found);
  });
  const call: DraftCall = {
    draft: sent,
    parameters,
    companyId: start.company.id,
    version: kept.version,
  };
  const isSaved = kept.version > 0;
  const preview = usePreview(`${isSaved ? kept.guid : 'new'}/preview`, call, setProblems);
  const isChanged = text !== kept.text;
  const warning = useLeaveWarning(isChanged);

  const save = (over = kept.version): void => {
    setStrict(true);
    setTrouble('');
    void send({ ...call, version: over });
  };
  const remove = async (): Promise<void> => {
    if (!confirm(`Remove “${draft.title || 'this dashboard'}”? Its tokens open nothing any more.`))
      return;
    try {
      await postJson(`${kept.guid}/remove`);
      warning.drop();
      location.assign('../dashboards');
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  const reload = (): void => {
    warning.drop();
    location.assign(kept.guid);
  };
  useSaveKey(save);
  useEffect(() => {
    if (state.kind === 'failed') focusFirstProblem();
    if (state.kind !== 'saved') return;
    setStrict(false);
    if (preview.trouble) preview.tryAgain();
  }, [state]);
  useEffect(() => {
    document.title = `${draft.title || 'New dashboard'} – Back office`;
  }, [draft.title]);

  return (
    <Problems.Provider value={isStrict ? problems : withoutEmpty(problems, sent)}>
      <SaveBar
        title={draft.title}
        company={start.company.name}
        kept={kept}
        accessible={start.accessible && kept.guid === guid}
        state={state}
        isChanged={isChanged}
        trouble={trouble}
        onTrouble={setTrouble}
        onSave={save}
        onReload={reload}
      />
      <div class="desk">
        <form
          class="draft"
          aria-label="Definition"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <HeadFields draft={draft} onChange={setDraft} />
          <DatasetList draft={draft} onChange={setDraft} connections={start.connections} />
          <ParameterFields
            names={findParameterNames(draft)}
            values={parameters}
            shown={draft.shownParameters}
            onTry={setParameters}
            onShow={(shownParameters) => setDraft({ ...draft, shownParameters })}
          />
          <TileList
            draft={draft}
            onChange={setDraft}
            columnsOf={(key) => findColumns(preview.columns, toDatasetName(draft, key))}
          />
          {isSaved && (
            <button type="button" class="plain danger" onClick={() => void remove()}>
              Remove dashboard
            </button>
          )}
        </form>
        <PreviewPane preview={preview} />
      </div>
    </Problems.Provider>
  );
}

function findColumns(columns: Preview['columns'], dataset: string): DatasetColumns {
  return Object.hasOwn(columns, dataset) ? columns[dataset]! : UNKNOWN;
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    addEventListener('keydown', (event) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    });
  }, []);
}
