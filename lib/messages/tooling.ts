import { createMessages } from './create-messages.ts';

/** Lines of the commands that release, build and check the product. */
export const tTooling = createMessages({
  image: {
    usage: 'Usage: npm run image [-- --check] [--built] [--base registry|debootstrap]',
    missing: {
      engine:
        'No tool for building images was found. Start Docker, or install buildah and debootstrap (Debian: apt-get install buildah debootstrap).',
      debootstrap: 'debootstrap is missing (Debian: apt-get install debootstrap). Or use --base registry.',
      root: 'debootstrap needs root. Run the command as root, or use --base registry.',
      runner:
        'No tool for running images was found. Start Docker, or install podman (Debian: apt-get install podman).',
    },
    built:
      '{image}: {megabytes} MB, {layers, plural, one {# layer} other {# layers}}, {debianPackages, plural, one {# Debian package} other {# Debian packages}}, {nodePackages, plural, one {# npm package} other {# npm packages}}.',
    noAnswer: 'The part {name} does not answer.',
    partFailed: 'The part {name} ended with {code}.',
    duration: 'The build took {seconds} seconds.',
    ready: 'The part {name} was ready after {seconds} seconds.',
    ended: 'The part {name} finished after {seconds} seconds.',
    tooLarge: '{image} should have at most {megabytes} MB.',
    sound: '{image}: every part runs, and a payment was created, paid and shown.',
    failed: '{image}: a part ended, or the payment was not shown.',
  },
  pictures: {
    usage: 'Usage: npm run pictures -- http://localhost:3000. Start the demo with npm start first.',
    taken: '{file} is saved.',
  },
  vercel: {
    state: { passed: 'passed', failed: 'FAILED', notRun: 'not run' },
    check: {
      durations: 'Functions finish within the time limit',
      bodies: 'Request bodies are smaller than 4.5 MB',
      writes: 'Functions don’t write to the disk',
      observed: 'The build writes nothing outside /tmp',
      updates: 'Live updates',
      crons: 'One cron call a minute for all jobs',
      bounded: 'Cron routes finish within the time limit',
      idempotent: 'Repeated cron calls change nothing',
      listen: 'No database connection uses LISTEN',
      burst: 'Many functions at once through PgBouncer',
      build: 'Build with the settings of Vercel',
    },
    atMost: 'at most {most}',
    noWrites: '{count, plural, one {# file} other {# files}} read',
    jobs: '{count, plural, one {# job} other {# jobs}}',
    nothingTwice: '{count, plural, one {# route} other {# routes}} called three times',
    noListener: 'no database session uses LISTEN',
    noBuild: 'there is no build of these sources',
    observedRequests:
      '{count, plural, one {# request} other {# requests}} served by a process that can’t write elsewhere',
    noPooler: 'PgBouncer is missing (Debian: apt-get install pgbouncer)',
    burstResult: '{failed} of {functions} failed, at most {mostSessions} database sessions',
    programFailed: '{file} failed.',
    summary:
      '{failed, plural, =0 {No check failed.} one {# check failed.} other {# checks failed.}} {notRun, plural, =0 {} one {# check was not run.} other {# checks were not run.}}',
  },
  release: {
    usage:
      'Usage: npm run release -- VERSION | --preview | --notes | --check TAG. VERSION is a semantic version such as 1.2.3.',
    written:
      'Set version {version}, also in CHANGELOG.md and UPGRADING.md. Review and commit the changes, then tag the commit v{version}.',
    exists: 'CHANGELOG.md already has a section for {version}.',
    noNotes: 'CHANGELOG.md has no section for {version}. Run npm run release -- {version} first.',
    otherVersion: 'The tag {tag} differs from the version {version} in package.json.',
    unreleased: 'Unreleased changes are listed in {files}. Run npm run release -- VERSION first.',
    matches: 'The tag {tag} matches the version in package.json.',
    sections: {
      breaking: 'Action required (see UPGRADING.md)',
      feat: 'New',
      fix: 'Fixed',
      perf: 'Faster',
    },
    nothing: 'No visible changes.',
  },
});
