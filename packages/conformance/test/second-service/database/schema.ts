/**
 * All tables. `Database` converts values by the declared type of their column: BOOLEAN, DATETIME (milliseconds since
 * 1970) and JSON. Deleting a record deletes what belongs to it.
 */
export const schema = `
CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT 'Organization');
-- The id of a key is the key itself.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
  role TEXT NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'reader'))
);
CREATE TABLE brains (
  id TEXT PRIMARY KEY,
  organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name TEXT NOT NULL DEFAULT 'Brain'
);
CREATE TABLE pages (
  id TEXT PRIMARY KEY,
  brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE,
  subjectId TEXT NOT NULL DEFAULT 'subject-1',
  source JSON,
  pageType TEXT NOT NULL DEFAULT 'topic'
    CHECK (pageType IN ('source', 'topic', 'entity', 'project', 'decision', 'brief')),
  bucket TEXT NOT NULL DEFAULT 'notes' CHECK (bucket IN ('inbox', 'notes', 'ideas', 'projects')),
  bucketSource TEXT NOT NULL DEFAULT 'auto' CHECK (bucketSource IN ('auto', 'user')),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL DEFAULT 'A short summary.',
  body TEXT NOT NULL DEFAULT 'A short body.',
  entities JSON NOT NULL DEFAULT '[]',
  sources JSON NOT NULL DEFAULT '[]',
  backlinks JSON NOT NULL DEFAULT '[]',
  embedding JSON NOT NULL DEFAULT '[0.25, -0.5]',
  version INTEGER NOT NULL DEFAULT 1,
  pinned BOOLEAN NOT NULL DEFAULT 0,
  archived BOOLEAN NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deprecated', 'stale', 'contested', 'archived')),
  statusBefore TEXT NOT NULL DEFAULT 'active',
  lastCompiledAt DATETIME NOT NULL,
  lastReferencedAt DATETIME,
  createdAt DATETIME NOT NULL,
  updatedAt DATETIME NOT NULL
);
CREATE TABLE page_versions (
  pageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TRIGGER first_version AFTER INSERT ON pages BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TRIGGER next_version AFTER UPDATE OF version ON pages WHEN new.version != old.version BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  fromPageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  toPageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  strength REAL NOT NULL DEFAULT 0.9
);
CREATE TABLE installations (
  id TEXT PRIMARY KEY,
  organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- The brain whose OAuth flow created the installation.
  brainId TEXT REFERENCES brains ON DELETE SET NULL,
  teamId TEXT NOT NULL
);
CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  installationId TEXT NOT NULL REFERENCES installations ON DELETE CASCADE,
  name TEXT NOT NULL,
  isPrivate BOOLEAN NOT NULL DEFAULT 0,
  isMember BOOLEAN NOT NULL DEFAULT 1,
  isVisible BOOLEAN NOT NULL DEFAULT 1
);
CREATE TABLE bindings (
  id TEXT PRIMARY KEY,
  brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE,
  installationId TEXT NOT NULL REFERENCES installations ON DELETE CASCADE,
  channelId TEXT NOT NULL REFERENCES channels ON DELETE CASCADE,
  channelName TEXT,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  notifyBriefs BOOLEAN NOT NULL DEFAULT 1,
  notifyConnections BOOLEAN NOT NULL DEFAULT 1,
  notifyChanges BOOLEAN NOT NULL DEFAULT 1,
  createdAt DATETIME NOT NULL
);
CREATE VIEW page_records AS SELECT pages.*, organizationId FROM pages JOIN brains ON brains.id = brainId;
CREATE VIEW binding_records AS
  SELECT bindings.*, teamId FROM bindings JOIN installations ON installations.id = installationId;
CREATE TABLE deliveries (
  bindingId TEXT NOT NULL,
  brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE,
  channelId TEXT NOT NULL,
  kind TEXT NOT NULL
);
CREATE TABLE oauth_codes (code TEXT PRIMARY KEY, state TEXT NOT NULL, teamId TEXT NOT NULL);
`;
