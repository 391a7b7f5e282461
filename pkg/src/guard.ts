/**
 * The guard for compactions: wraps a summariser, so that no summary replaces messages without having been checked.
 *
 * @module
 */
import "./index.js";

export * from "./guard/api.js";
