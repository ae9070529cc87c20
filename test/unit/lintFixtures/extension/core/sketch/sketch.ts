export const sketch = "sketch";
