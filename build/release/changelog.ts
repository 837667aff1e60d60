const UNRELEASED = 'Unreleased';

/** A section of the changelog: the version or “Unreleased”, and the text below the heading. */
interface Section {
  name: string;
  text: string;
}

/** Returns a finding if the changelog lacks both the version and a section for the next one. */
export function findStaleChangelog(changelog: string, version: string): string[] {
  const [first, ...others] = readSections(changelog);
  if (!first?.text) {
    return [`CHANGELOG.md: start with “## ${UNRELEASED}”, and list below it what has changed.`];
  }
  const names = [first, ...others].map(({ name }) => name);
  if (first.name === UNRELEASED || names.includes(version)) return [];
  return [`CHANGELOG.md: start with “## ${version}”. It starts with “## ${first.name}”.`];
}

/** Returns a finding if the changelog does not start with the version, as it must at a release. */
export function findUnreleased(changelog: string, version: string): string[] {
  const [first] = readSections(changelog);
  if (first?.name === version) return [];
  return [`CHANGELOG.md: rename the first heading to “## ${version}”.`];
}

/** A heading is a version, which may be followed by a date. */
function readSections(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { name: heading.split(' ')[0]!, text: lines.join('\n').trim() };
    });
}
