from flask import Flask, jsonify, request

app = Flask(__name__)
todos = []


@app.get("/todos")
def index():
    return jsonify(todos)


@app.post("/todos")
def create():
    text = request.json.get("text", "").strip()
    if not text:
        return jsonify(error="text is missing"), 400
    todo = {"id": len(todos) + 1, "text": text}
    todos.append(todo)
    return jsonify(todo), 201
