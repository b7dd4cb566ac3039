# Runs the Worker in workerd, the runtime of Cloudflare Workers. runtime.ts sets the address and the folder of the storage.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "storage", disk = (writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-10-01",
  bindings = [
    (name = "ORGANIZATIONS", durableObjectNamespace = "OrganizationObject"),
    (name = "CONTROL_TOKEN", fromEnvironment = "CONTROL_TOKEN"),
  ],
  durableObjectNamespaces = [
    (className = "OrganizationObject", uniqueKey = "knowledge-base-organizations", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "storage"),
);
