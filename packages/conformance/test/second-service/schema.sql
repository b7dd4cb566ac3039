-- All tables. `Database` converts values by the declared type of their column: BOOLEAN, DATETIME (milliseconds since 1970) and JSON.
-- Deleting a record deletes what belongs to it. The id of a key is the key itself. The brain of an installation is the one whose
-- OAuth flow created it.
CREATE TABLE organizations (id TEXT PRIMARY KEY);
CREATE TABLE keys (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE,
  role TEXT DEFAULT 'owner');
CREATE TABLE brains (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE);
CREATE TABLE pages (id TEXT PRIMARY KEY, brainId NOT NULL REFERENCES brains ON DELETE CASCADE,
  subjectId TEXT DEFAULT 'subject-1', source JSON, pageType TEXT DEFAULT 'topic',
  bucket TEXT DEFAULT 'notes', bucketSource TEXT DEFAULT 'auto', slug TEXT NOT NULL, title TEXT NOT NULL,
  summary TEXT DEFAULT 'A short summary.', body TEXT DEFAULT 'A short body.', entities JSON DEFAULT '[]',
  sources JSON DEFAULT '[]', backlinks JSON DEFAULT '[]', embedding JSON DEFAULT '[0.25, -0.5]',
  version INTEGER DEFAULT 1, pinned BOOLEAN DEFAULT 0, archived BOOLEAN DEFAULT 0,
  status TEXT DEFAULT 'active', statusBefore TEXT DEFAULT 'active', lastCompiledAt DATETIME NOT NULL,
  lastReferencedAt DATETIME, createdAt DATETIME NOT NULL, updatedAt DATETIME NOT NULL);
CREATE TABLE page_versions (pageId REFERENCES pages ON DELETE CASCADE, version INTEGER, title TEXT, body TEXT);
CREATE TRIGGER first_version AFTER INSERT ON pages BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TRIGGER next_version AFTER UPDATE OF version ON pages WHEN new.version != old.version BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TABLE connections (id TEXT PRIMARY KEY, fromPageId NOT NULL REFERENCES pages ON DELETE CASCADE,
  toPageId NOT NULL REFERENCES pages ON DELETE CASCADE, strength REAL DEFAULT 0.9);
CREATE TABLE installations (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE,
  brainId REFERENCES brains ON DELETE SET NULL, teamId TEXT NOT NULL);
CREATE TABLE channels (id TEXT PRIMARY KEY, installationId NOT NULL REFERENCES installations ON DELETE CASCADE,
  name TEXT NOT NULL, isPrivate BOOLEAN DEFAULT 0, isMember BOOLEAN DEFAULT 1, isVisible BOOLEAN DEFAULT 1);
CREATE TABLE bindings (id TEXT PRIMARY KEY, brainId NOT NULL REFERENCES brains ON DELETE CASCADE,
  installationId NOT NULL REFERENCES installations ON DELETE CASCADE,
  channelId NOT NULL REFERENCES channels ON DELETE CASCADE, channelName TEXT, status TEXT DEFAULT 'active',
  notifyBriefs BOOLEAN DEFAULT 1, notifyConnections BOOLEAN DEFAULT 1, notifyChanges BOOLEAN DEFAULT 1,
  createdAt DATETIME NOT NULL);
CREATE VIEW page_records AS SELECT pages.*, organizationId FROM pages JOIN brains ON brains.id = brainId;
CREATE VIEW binding_records AS
  SELECT bindings.*, teamId FROM bindings JOIN installations ON installations.id = installationId;
